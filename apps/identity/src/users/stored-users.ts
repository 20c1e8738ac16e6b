import { Problem } from '@ces/contracts/problems';
import type { EntityManager } from 'typeorm';

/** 25 of 62 characters: 149 bits, so that no id is ever made twice. */
export const userIdLength = 25;
/** No id outside of this needs a look into the database. */
export const userIdPattern = /^[A-Za-z0-9]{25}$/;

export function userNotFound(): Problem {
  return new Problem('user-not-found', 'There is no user of this id.');
}

/** Locked until the transaction ends, whatever its state; nothing if it is gone. */
export async function lockUser(tx: EntityManager, id: string): Promise<void> {
  await tx.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [id]);
}

/** An open account, locked until the transaction ends: it is not closed meanwhile. */
export async function lockOpenUser(tx: EntityManager, id: string): Promise<void> {
  const rows = userIdPattern.test(id)
    ? await tx.query<unknown[]>('SELECT FROM app_user WHERE id = $1 AND closed_at IS NULL FOR UPDATE', [id])
    : [];
  if (rows.length === 0) throw userNotFound();
}

/** Who may sign in: active, neither closed nor deactivated. `id` is a parameter of the query that this becomes a part of, or a column with its table's name. */
export function maySignIn(id: string): string {
  return `SELECT FROM app_user WHERE id = ${id} AND active AND closed_at IS NULL AND deactivated_at IS NULL`;
}
