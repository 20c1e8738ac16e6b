import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { ConsumerInfo, JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { errors, nanos } from 'nats';
import type { FactContract } from '@ces/contracts/rpc';
import type { Nats } from '../nats.js';

/** How long facts stay readable in NATS, and rows in the outbox and the inbox: a consumer may be away this long. */
export const factRetentionMs = 24 * 3_600_000;

/** An unacknowledged message goes to another replica after this time: the pause after a kill. */
export const ackWaitMs = 10_000;

const mebibyte = 1_024 * 1_024;
const defaultStreamMebibytes = 512;

/** The share of `max_bytes` from which on a stream counts as nearly full; docs/alerts.md has the same. */
const nearlyFull = 0.8;

/** NATS says that a stream of this name exists with another configuration. */
const nameInUse = 10_058;

/** The key in a stream's metadata under which its id stands: all replicas and all leaders of a stream have the same. */
const idKey = 'ces-stream-id';

export function idOf({ config }: StreamInfo): string | undefined {
  return config.metadata?.[idKey];
}

/**
 * Makes the stream of a source of facts, or changes it where it has less than the settings ask for. Only the service that
 * publishes the facts calls this. It lowers nothing, because replicas with other settings may run beside this one. Each
 * change that NATS refuses is told to `refused`, and the stream serves as it is.
 */
export async function ensureStream(
  manager: JetStreamManager,
  nats: Nats,
  source: string,
  refused: (reason: string) => unknown = () => undefined,
): Promise<StreamInfo> {
  const wanted = wantedStream(nats, source);
  let found = await manager.streams.info(wanted.name).catch((error: unknown) => {
    if (isStreamMissing(error)) return undefined;
    throw error;
  });
  if (!found) return makeStream(manager, wanted);
  for (const change of changesOf(found, wanted)) {
    try {
      found = await manager.streams.update(wanted.name, change);
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error;
      refused(`stream ${wanted.name} cannot be changed to ${describe(change)}: ${error.message}`);
    }
  }
  if (found.config.max_bytes < 0 && isLarge(found, wanted.max_bytes))
    refused(
      `stream ${wanted.name} has no limit, because it holds nearly ${wanted.max_bytes / mebibyte} MiB or more: set NATS_STREAM_MIB higher`,
    );
  return found;
}

/** The same text for the same change: a new id differs each time. */
function describe(change: Partial<StreamConfig>): string {
  return JSON.stringify(change, (key, value: unknown) => (key === idKey ? 'new' : value));
}

/** Another replica may make the stream at the same moment; then its id counts. */
async function makeStream(manager: JetStreamManager, wanted: ReturnType<typeof wantedStream>): Promise<StreamInfo> {
  try {
    return await manager.streams.add({ ...wanted, metadata: { [idKey]: randomUUID() } });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error;
    return manager.streams.info(wanted.name);
  }
}

function wantedStream(nats: Nats, source: string) {
  return {
    name: nats.streamOf(source),
    subjects: [nats.subject('fact', `${source}.>`)],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    // A full stream refuses facts, and they wait in the outbox. Otherwise it would drop facts that a consumer has yet to read.
    discard: DiscardPolicy.New,
    num_replicas: nats.settings.replicas,
    max_age: nanos(factRetentionMs),
    max_bytes: wantedBytes(nats),
  };
}

function wantedBytes({ settings }: Nats): number {
  return (settings.streamMebibytes ?? defaultStreamMebibytes) * mebibyte;
}

/** The bytes that a stream may hold, or should, if it is one of an earlier version without a limit. */
export function limitOf({ config }: StreamInfo, nats: Nats): number {
  return config.max_bytes < 0 ? wantedBytes(nats) : config.max_bytes;
}

/** The changes are separate, because NATS may be able to make some of them only. */
export function changesOf(
  { config, state }: Pick<StreamInfo, 'config' | 'state'>,
  wanted: ReturnType<typeof wantedStream>,
): Partial<StreamConfig>[] {
  const changes: Partial<StreamConfig>[] = [];
  if (config.metadata?.[idKey] === undefined) changes.push({ metadata: { ...config.metadata, [idKey]: randomUUID() } });
  if (config.max_age > 0 && config.max_age < wanted.max_age) changes.push({ max_age: wanted.max_age });
  // A stream of an earlier version has no limit. One that it nearly reaches would stop the facts.
  const limits = config.max_bytes < 0 && !isLarge({ state }, wanted.max_bytes);
  const raises = config.max_bytes >= 0 && config.max_bytes < wanted.max_bytes;
  if (limits || raises || config.discard !== wanted.discard)
    changes.push({ discard: wanted.discard, ...(limits || raises ? { max_bytes: wanted.max_bytes } : {}) });
  if (config.num_replicas < wanted.num_replicas) changes.push({ num_replicas: wanted.num_replicas });
  return changes;
}

function isLarge({ state }: Pick<StreamInfo, 'state'>, limit: number): boolean {
  return state.bytes >= limit * nearlyFull;
}

/**
 * Makes a consumer that gets one message at a time, in order, until it acknowledges the message. NATS never gives a message
 * up; we do, by a dead letter, so that no fact is lost silently. Fails until the owner of the stream has made it, see
 * `isStreamMissing`.
 */
export function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  name: string,
  subject: string,
): Promise<ConsumerInfo> {
  return manager.consumers.add(stream, {
    durable_name: name,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: 1,
    max_deliver: -1,
    ack_wait: nanos(ackWaitMs),
  });
}

export function isStreamMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}

/** Only an operator can mend it. */
export class WrongStream extends Error {
  override readonly name = 'WrongStream';
}

/** Fails when the stream does not hold the subject: NATS makes a consumer all the same, which never gets a message. */
export async function demandSubject(manager: JetStreamManager, stream: string, subject: string): Promise<void> {
  const subjects = await subjectsOf(manager, stream);
  if (subjects && !subjects.some((pattern) => covers(pattern, subject)))
    throw new WrongStream(
      `stream ${stream} has the subjects ${subjects.join(' ')}, and not ${subject}: nothing can be read`,
    );
}

/** Undefined while NATS has the rights of the previous release, under which readers may not look at a stream. */
async function subjectsOf(manager: JetStreamManager, stream: string): Promise<string[] | undefined> {
  try {
    return (await manager.streams.info(stream)).config.subjects;
  } catch (error) {
    if (error instanceof errors.PermissionViolationError) return undefined;
    throw error;
  }
}

/** True if the pattern of a stream, which may hold `*` and end with `>`, matches this subject without wildcards. */
export function covers(pattern: string, subject: string): boolean {
  const words = subject.split('.');
  const parts = pattern.split('.');
  const matches = parts.every((part, place) => part === '>' || part === '*' || part === words[place]);
  return matches && (parts.at(-1) === '>' ? words.length >= parts.length : words.length === parts.length);
}

/** The facts that one durable consumer reads. */
export interface ConsumerSource {
  /** The stream that holds the facts. */
  stream: string;
  subject: string;
  name: string;
}

/** The consumers by which a service reads a kind of fact: one for each partition. */
export function consumersOf(reader: string, fact: FactContract<object>): ConsumerSource[] {
  const whole = { stream: fact.stream, subject: fact.subject, name: consumerName(reader, fact.subject) };
  if (fact.partitions === 1) return [whole];
  return Array.from({ length: fact.partitions }, (_, partition) => ({
    ...whole,
    subject: `${whole.subject}.${partition}`,
    name: `${whole.name}-${partition}`,
  }));
}

/** One name for all partitions. Names of durable consumers hold no dots. */
export function consumerName(reader: string, subject: string): string {
  return `${reader}-${subject.replaceAll('.', '-')}`;
}
