import { AckPolicy, DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Nats } from './nats.js';

/** How long facts stay readable in NATS, and rows in the outbox and the inbox: a consumer may be away this long. */
export const factRetentionMs = 24 * 3_600_000;

/** How long an unacknowledged message rests before another replica gets it: the pause after a kill. */
export const ackWaitMs = 10_000;

/** The stream of one source of facts, made if missing, changed if it differs. Everyone who reads or writes it calls this; it is the same for all. */
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
  const found = await manager.streams.info(name).catch(() => undefined);
  if (!found) return manager.streams.add(wanted);
  const { num_replicas, max_age } = found.config;
  const asWanted = num_replicas === wanted.num_replicas && max_age === wanted.max_age;
  return asWanted ? found : manager.streams.update(name, wanted);
}

/** One message at a time, in order; redelivered until it is settled (we give up by ourselves, so that nothing is lost silently). */
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
