import type { EntityManager } from 'typeorm';

export interface GoneEvent {
  name: string;
  position: string;
}

/**
 * What senders know of the webhook is no longer so. Of what they have begun only successes count from now on, and what they
 * were about to begin is chosen anew. In the transaction of the change, after the webhook itself was locked.
 */
export async function outdate(tx: EntityManager, webhookId: string): Promise<void> {
  await tx.query('UPDATE delivery SET version = version + 1 WHERE webhook_id = $1', [webhookId]);
}

/**
 * As `outdate`, for all webhooks that have these events before them, on the wire, frozen or at hand. Nobody claims them
 * until the transaction ends, and whoever has them waits for it or finds out. That a receiver fails counts all the same.
 */
export async function outdateThoseBefore(tx: EntityManager, gone: GoneEvent[]): Promise<void> {
  await tx.query(
    `WITH gone AS (
       SELECT name, max(position) AS position FROM unnest($1::text[], $2::bigint[]) AS given (name, position) GROUP BY name)
     UPDATE delivery d SET version = version + 1, erasures = erasures + 1 FROM webhook w
      WHERE w.id = d.webhook_id AND EXISTS (
        SELECT FROM gone WHERE gone.position > d.cursor AND gone.name = ANY (w.events || d.batch_names))`,
    [gone.map(({ name }) => name), gone.map(({ position }) => position)],
  );
}
