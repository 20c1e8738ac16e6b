import type { ConsumerInfo, JetStreamManager, StoredMsg, StreamInfo } from '@nats-io/jetstream';

/**
 * The place of the first message that some durable consumer has not handled. Undefined if that cannot be known, or if
 * the stream has no reader.
 */
export async function firstUnread(
  manager: JetStreamManager,
  { config, state }: StreamInfo,
): Promise<number | undefined> {
  const all: ConsumerInfo[] = [];
  for await (const info of manager.consumers.list(config.name)) all.push(info);
  const readers = all.filter((info) => info.config.durable_name !== undefined);
  // NATS leaves out a consumer whose leader does not answer.
  if (all.length < state.consumer_count || readers.length === 0) return undefined;
  const places = await Promise.all(readers.map((info) => placeOf(manager, info)));
  return Math.min(state.last_seq + 1, ...places);
}

/** The oldest message that this consumer has not handled. The leader of the stream answers. */
export function oldestUnread(manager: JetStreamManager, info: ConsumerInfo): Promise<StoredMsg | null> {
  const next = { seq: info.ack_floor.stream_seq + 1, next_by_subj: info.config.filter_subject ?? '>' };
  return manager.streams.getMessage(info.stream_name, next);
}

/** A consumer of a rare kind of fact has acknowledged nothing for long, although nothing waits for it. */
async function placeOf(manager: JetStreamManager, info: ConsumerInfo): Promise<number> {
  const oldest = await oldestUnread(manager, info);
  if (oldest) return oldest.seq;
  const hasNothing = info.num_pending + info.num_ack_pending === 0;
  return hasNothing ? Infinity : info.ack_floor.stream_seq + 1;
}
