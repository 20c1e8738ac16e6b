import type { EntityManager } from 'typeorm';

/** Marks the message as done by this consumer, in the transaction of its effect. False: it was done before. */
export async function firstTime(tx: EntityManager, consumer: string, messageId: string): Promise<boolean> {
  const inserted = await tx.query<unknown[]>(
    'INSERT INTO inbox (consumer, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [consumer, messageId],
  );
  return inserted.length > 0;
}
