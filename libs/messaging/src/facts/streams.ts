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

/** How long facts stay readable in NATS, and rows in the outbox and the inbox. A consumer may be away for this long. */
export const factRetentionMs = 24 * 3_600_000;

/** After this time an unacknowledged message goes to another replica; this is the pause after a kill. */
export const ackWaitMs = 10_000;

const mebibyte = 1_024 * 1_024;
const defaultStreamMebibytes = 512;

/** The share of `max_bytes` from which on a stream counts as nearly full; deploy/observability/rules.yaml has the same. */
const nearlyFull = 0.8;

/** NATS's error code: a stream of this name exists with another configuration. */
const nameInUse = 10_058;

/** The key of a stream's id in its metadata. All replicas and all leaders of a stream have the same id. */
const idKey = 'ces-stream-id';

export function idOf({ config }: StreamInfo): string | undefined {
  return config.metadata?.[idKey];
}

/**
 * Makes the stream of a source, or raises it to what the settings ask for. Only the service that publishes the facts
 * calls this. It lowers nothing, because replicas with other settings may run beside this one. `refused` hears of each
 * change that NATS refuses, and the stream serves as it is.
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

/** Gives the same text for the same change, although a new id differs each time. */
function describe(change: Partial<StreamConfig>): string {
  return JSON.stringify(change, (key, value: unknown) => (key === idKey ? 'new' : value));
}

/** Another replica may make the stream at the same moment; then the id of its stream counts. */
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
    // A full stream refuses facts, which wait in the outbox. Otherwise it would drop facts that a consumer has not read.
    discard: DiscardPolicy.New,
    num_replicas: nats.settings.replicas,
    max_age: nanos(factRetentionMs),
    max_bytes: wantedBytes(nats),
  };
}

function wantedBytes({ settings }: Nats): number {
  return (settings.streamMebibytes ?? defaultStreamMebibytes) * mebibyte;
}

/** The most bytes of a stream. A stream of an earlier version without a limit has that of the settings. */
export function limitOf({ config }: StreamInfo, nats: Nats): number {
  return config.max_bytes < 0 ? wantedBytes(nats) : config.max_bytes;
}

/** One change each, because NATS may accept only some of them. */
export function changesOf(
  { config, state }: Pick<StreamInfo, 'config' | 'state'>,
  wanted: ReturnType<typeof wantedStream>,
): Partial<StreamConfig>[] {
  const changes: Partial<StreamConfig>[] = [];
  if (config.metadata?.[idKey] === undefined) changes.push({ metadata: { ...config.metadata, [idKey]: randomUUID() } });
  if (config.max_age > 0 && config.max_age < wanted.max_age) changes.push({ max_age: wanted.max_age });
  // A stream of an earlier version has no limit. A limit that it nearly reaches would stop the facts.
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
 * Makes a consumer that gets one message at a time, in order, until it acknowledges the message. NATS retries without
 * end; only a dead letter of ours ends this, so no fact is lost silently. Fails until the owner has made the stream,
 * see `isStreamMissing`.
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

/** Only an operator can correct it. */
export class WrongStream extends Error {
  override readonly name = 'WrongStream';
}

/** NATS would make a consumer for a subject that the stream does not hold, and it would never get a message. */
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

/** The pattern of a stream may hold `*` and end with `>`; the subject has no wildcards. */
export function covers(pattern: string, subject: string): boolean {
  const words = subject.split('.');
  const parts = pattern.split('.');
  const matches = parts.every((part, place) => part === '>' || part === '*' || part === words[place]);
  return matches && (parts.at(-1) === '>' ? words.length >= parts.length : words.length === parts.length);
}

export interface ConsumerSource {
  stream: string;
  subject: string;
  name: string;
}

/** One consumer for each partition. */
export function consumersOf(reader: string, fact: FactContract<object>): ConsumerSource[] {
  const whole = { stream: fact.stream, subject: fact.subject, name: consumerName(reader, fact.subject) };
  if (fact.partitions === 1) return [whole];
  return Array.from({ length: fact.partitions }, (_, partition) => ({
    ...whole,
    subject: `${whole.subject}.${partition}`,
    name: `${whole.name}-${partition}`,
  }));
}

/** All partitions share the name. A durable consumer's name holds no dots. */
export function consumerName(reader: string, subject: string): string {
  return `${reader}-${subject.replaceAll('.', '-')}`;
}
