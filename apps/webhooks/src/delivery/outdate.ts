import type { EntityManager } from 'typeorm';

/**
 * What senders know of the webhook is no longer so. Of what they have begun only successes count from now on, and what they
 * were about to begin is chosen anew. In the transaction of the change, after the webhook itself was locked.
 */
export async function outdate(tx: EntityManager, webhookId: string): Promise<void> {
  await tx.query('UPDATE delivery SET version = version + 1 WHERE webhook_id = $1', [webhookId]);
}
