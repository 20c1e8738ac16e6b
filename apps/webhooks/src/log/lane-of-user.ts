import { hash } from 'node:crypto';

/** Events without a user share the first lane; each other one holds a part of the users. `laneColumn` says the same in SQL. */
export const userLanes = 16;

export const laneCount = userLanes + 1;

export function laneOf(userId: string | null): number {
  if (userId === null) return 0;
  // A Buffer of the hash would cost five times as much.
  return 1 + (hash('sha256', userId, 'binary').charCodeAt(0) % userLanes);
}

/** The lane of a row of `event`. The previous release did not write it. */
export const laneColumn = `coalesce(lane, CASE WHEN user_id IS NULL THEN 0
  ELSE 1 + get_byte(sha256(convert_to(user_id, 'UTF8')), 0) % ${userLanes} END)`;
