import type { EntityManager } from 'typeorm';

/** Marks messages as done by this consumer, in the transaction of their effect, and says which of them were not before. */
export async function firstTime(tx: EntityManager, consumer: string, messageIds: string[]): Promise<Set<string>> {
  const inserted = await tx.query<{ message_id: string }[]>(
    `INSERT INTO inbox (consumer, message_id) SELECT $1, * FROM unnest($2::uuid[])
     ON CONFLICT DO NOTHING RETURNING message_id`,
    [consumer, messageIds],
  );
  return new Set(inserted.map((row) => row.message_id));
}

/** Those of the messages that this consumer has done. */
export async function doneBefore(tx: EntityManager, consumer: string, messageIds: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ message_id: string }[]>(
    'SELECT message_id FROM inbox WHERE consumer = $1 AND message_id = ANY($2::uuid[])',
    [consumer, messageIds],
  );
  return new Set(rows.map((row) => row.message_id));
}

/** Those of the messages that some consumer of this service has done. */
export async function doneByAny(tx: EntityManager, messageIds: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ message_id: string }[]>(
    'SELECT message_id FROM inbox WHERE message_id = ANY($1::uuid[])',
    [messageIds],
  );
  return new Set(rows.map((row) => row.message_id));
}
