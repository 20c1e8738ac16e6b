import { currentLease } from '../../storage/transactions.js';

/** The condition of parts of a statement that begins with a turn. */
export const inTurn = '(SELECT ours FROM turn)';

/**
 * The first part of a statement of a relay. It is the relay's turn while no relay of an earlier release works and the lease
 * of the current work is ours: a former holder, as after a freeze, reads and marks no facts. With `FOR SHARE`, nobody
 * takes the lease before the statement has committed. The part takes the parameters of `turnOf` from `$first` on.
 */
export function turn(first: number, lock: '' | 'FOR SHARE' = ''): string {
  return `turn AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(hashtextextended('relay of ' || $${first}, 0)) AND ($${first + 1}::text IS NULL
      OR EXISTS (SELECT FROM lease WHERE name = $${first + 1} AND holder = $${first + 2} AND fence = $${first + 3}::bigint ${lock})
    ) AS ours)`;
}

export function turnOf(source: string): (string | null)[] {
  const { name = null, holder = null, fence = null } = currentLease() ?? {};
  return [source, name, holder, fence];
}
