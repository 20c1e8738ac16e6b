import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { Wanted } from './keyset.js';
import { containing } from './search.js';

/** The moment of creation as answers and cursors show it, to the millisecond. The indexes `…_newest` are on these two expressions. */
const made = `date_trunc('milliseconds', listed.created_at AT TIME ZONE 'UTC')`;
const byCodePoint = (id: string): string => `listed.${id} COLLATE "C"`;

/**
 * The newest rows below a place. `id` is the column that tells rows of one millisecond apart. SQL because TypeORM cannot
 * write `(a, b) < (x, y)`, which lets PostgreSQL start in the index at that place.
 */
export function newestOf<E extends ObjectLiteral & { created_at: Date; name: string }>(
  repository: Repository<E>,
  id: keyof E & string,
  { before, atMost, q }: Wanted,
): SelectQueryBuilder<E> {
  const found = repository
    .createQueryBuilder('listed')
    .where(
      `(${made}, ${byCodePoint(id)}) < (coalesce(CAST(:at AS timestamptz) AT TIME ZONE 'UTC', 'infinity'), coalesce(:id, ''))`,
      { at: before?.at ?? null, id: before?.id ?? null },
    )
    .orderBy(made, 'DESC')
    .addOrderBy(byCodePoint(id), 'DESC')
    .limit(atMost);
  return q === undefined ? found : found.andWhere({ name: containing(q) });
}
