import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { nanos } from 'nats';
import type { FactContract } from '@ces/contracts/rpc';
import type { Nats } from '../nats.js';

/** How long facts stay readable in NATS, and rows in the outbox and the inbox: a consumer may be away this long. */
export const factRetentionMs = 24 * 3_600_000;

/** An unacknowledged message goes to another replica after this time: the pause after a kill. */
export const ackWaitMs = 10_000;

/** Makes the stream of a source of facts, or changes it if it differs. Only the service that publishes the facts calls this. */
export async function ensureStream(manager: JetStreamManager, nats: Nats, source: string): Promise<StreamInfo> {
  const name = nats.streamOf(source);
  const wanted = {
    name,
    subjects: [nats.subject('fact', `${source}.>`)],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    num_replicas: nats.settings.replicas,
    max_age: nanos(factRetentionMs),
  };
  const found = await manager.streams.info(name).catch((error: unknown) => {
    if (isStreamMissing(error)) return undefined;
    throw error;
  });
  if (!found) return manager.streams.add(wanted);
  const { num_replicas, max_age } = found.config;
  const asWanted = num_replicas === wanted.num_replicas && max_age === wanted.max_age;
  return asWanted ? found : manager.streams.update(name, wanted);
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
