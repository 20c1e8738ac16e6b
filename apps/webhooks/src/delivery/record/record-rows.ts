import type { DeliveryRecord } from './delivery-record.js';
import type { QueueState } from './queue-state.js';

/** Inserts the given attempts. `held` joins the rows whose lease is still held. */
export function logAttempts(held: string, given = '$2'): string {
  return `
    INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, status,
                         answer, error, duration_ms, headers, links, names)
    SELECT a.id, a.webhook_id, a.started_at, a.batch_id, a.attempt, a.outcome, a.url, a.events, a.bytes, a.after, a.upto,
           -- An answer may repeat an event that was erased meanwhile, so it is kept only for a current version.
           a.status, CASE WHEN h.current THEN a.answer END, a.error, a.duration_ms, a.headers,
           a.links, a.names
      FROM jsonb_to_recordset(${given}::jsonb) AS a (
        id uuid, webhook_id uuid, epoch bigint, started_at timestamptz, batch_id uuid, attempt integer, outcome text,
        url text, events integer, bytes integer, after bigint, upto bigint, status integer, answer text, error text,
        duration_ms real, headers json, links text[], names text[])
      ${held} h ON h.webhook_id = a.webhook_id AND h.epoch = a.epoch
    ON CONFLICT DO NOTHING`;
}

export function toAttempts({ attempt, epoch }: DeliveryRecord): object[] {
  return attempt ? [{ ...attempt, epoch }] : [];
}

/** A record with the columns of its queue, as they are for each state of the webhook that the statement may find. */
export function toGiven({ state, accepted, failures, dueAt, lease, aside, ...given }: DeliveryRecord): object {
  const { webhook_id, epoch, version, erasures } = given;
  return {
    webhook_id,
    epoch,
    version,
    erasures,
    state: { ...toRow(state), due_at: dueAt ?? null },
    accepted: accepted?.batchId,
    accepted_state: accepted && toRow(accepted.state),
    failed_state: failures === undefined ? undefined : { attempt: failures, due_at: dueAt ?? null },
    aside,
    keep: lease === 'keep',
  };
}

function toRow({ batch, suspectTo, limit, asideInRow, lastMs, ...rest }: QueueState): object {
  return {
    ...rest,
    batch_id: batch?.id,
    batch_to: batch?.to,
    batch_count: batch?.count,
    batch_hash: batch?.hash,
    batch_names: batch?.names,
    batch_limit: limit,
    suspect_to: suspectTo,
    aside_in_row: asideInRow,
    last_ms: lastMs,
  };
}
