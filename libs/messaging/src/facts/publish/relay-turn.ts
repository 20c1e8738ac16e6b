import { currentLease } from '../../storage/transactions.js';

/**
 * A condition of SQL that is true while no relay of an earlier release works and the lease of the current work is ours. A
 * former holder, as after a freeze, reads no facts by it. It takes the parameters of `turnOf` from `$first` on.
 */
export function isOurTurn(first: number): string {
  return `pg_try_advisory_xact_lock(hashtextextended('relay of ' || $${first}, 0)) AND ($${first + 1}::text IS NULL
    OR EXISTS (SELECT FROM lease WHERE name = $${first + 1} AND holder = $${first + 2} AND fence = $${first + 3}::bigint))`;
}

export function turnOf(source: string): (string | null)[] {
  const { name = null, holder = null, fence = null } = currentLease() ?? {};
  return [source, name, holder, fence];
}
