import { JetStreamApiError, type ApiError, type ConsumerInfo, type JetStreamManager } from '@nats-io/jetstream';
import { readMessage } from './publish/fact-message.js';
import type { RelayStateStore } from './publish/relay-state.store.js';
import type { Nats } from '../nats.js';
import { isStreamMissing } from './streams.js';

/**
 * Deletes every message with a fact of this user from a stream. A message may also hold facts of other users, so it is
 * deleted only after every existing consumer has handled it; until then the result is `needed`. A consumer that is made
 * later does not get the deleted message.
 */
export async function scrubStream(
  nats: Nats,
  state: RelayStateStore,
  source: string,
  filter: string,
  userId: string,
  kept: string,
): Promise<'clean' | 'needed'> {
  const stream = nats.streamOf(source);
  const found = await find(nats, stream, filter, userId, kept).catch((error: unknown) => {
    // The relay makes the stream, and publishes the rest of the outbox.
    if (isStreamMissing(error)) return 'missing' as const;
    throw error;
  });
  if (found === 'missing') return 'needed';
  if (found.length === 0) return 'clean';
  const readers = await readersOf(nats, stream);
  if (!readers || found.some((message) => isNeeded(message, readers))) return 'needed';
  // Without this note, the relay takes an emptied stream for one that has lost its facts.
  await state.writeGone(stream, Math.max(...found.map(({ sequence }) => sequence)));
  const manager = await nats.manager();
  for (const { sequence } of found) await deleteMessage(manager, stream, sequence);
  return 'clean';
}

/** NATS deletes the consumer of an attempt that broke off when it has had no request for this time. */
const leftBehindMs = 30_000;

/** The node that is asked waits four seconds before it calls a consumer missing. */
const patienceMs = 6_000;

interface ConsumerPage {
  consumers?: ConsumerInfo[];
  missing?: string[];
  total?: number;
  error?: ApiError;
}

interface Found {
  sequence: number;
  subject: string;
}

async function find(nats: Nats, stream: string, filter: string, userId: string, kept: string): Promise<Found[]> {
  const js = await nats.jetstream();
  const consumer = await js.consumers.get(stream, { filter_subjects: filter, inactive_threshold: leftBehindMs });
  const found: Found[] = [];
  let { num_pending: pending } = await consumer.info();
  while (pending > 0) {
    const before = pending;
    for await (const message of await consumer.fetch({ max_messages: 500, expires: 2_000 })) {
      pending = message.info.pending;
      const text = message.subject === kept ? '' : message.string();
      if (text.includes(userId) && hasFactOf(text, userId))
        found.push({ sequence: message.seq, subject: message.subject });
      if (pending === 0) break;
    }
    if (pending === before) break;
  }
  // Otherwise NATS keeps it for a while, and each list of consumers asks its leader too.
  await consumer.delete();
  return found;
}

function hasFactOf(text: string, userId: string): boolean {
  return readMessage(text).some(({ payload }) => (JSON.parse(payload) as { user_id?: unknown }).user_id === userId);
}

/** The durable consumers of the stream; undefined if some do not answer, as after the death of a node. */
async function readersOf(nats: Nats, stream: string): Promise<ConsumerInfo[] | undefined> {
  const connection = await nats.connection();
  const all: ConsumerInfo[] = [];
  for (;;) {
    // The lister of nats.js silently leaves out missing consumers.
    const ask = JSON.stringify({ offset: all.length });
    const answer = await connection.request(`$JS.API.CONSUMER.LIST.${stream}`, ask, { timeout: patienceMs });
    const { consumers, missing, error, total } = answer.json<ConsumerPage>();
    if (error) throw new JetStreamApiError(error);
    if (missing && missing.length > 0) return undefined;
    all.push(...(consumers ?? []));
    if (!consumers?.length || all.length >= (total ?? 0)) break;
  }
  return all.filter(({ config }) => config.durable_name !== undefined);
}

function isNeeded({ sequence, subject }: Found, readers: ConsumerInfo[]): boolean {
  return readers.some(({ config, ack_floor }) => config.filter_subject === subject && ack_floor.stream_seq < sequence);
}

async function deleteMessage(manager: JetStreamManager, stream: string, sequence: number): Promise<void> {
  try {
    await manager.streams.deleteMessage(stream, sequence, true);
  } catch (error) {
    // The message has expired, or an earlier attempt has deleted it.
    if (!(error instanceof Error && /no message found|not found/i.test(error.message))) throw error;
  }
}
