import { largestPage, type Bucket, type Paged, type StatsPage } from '@ces/contracts/paging';
import { momentOfCursor } from './keyset.js';

const bucketMs: Record<Bucket, number> = { hour: 3_600_000, day: 86_400_000 };

/**
 * A page of the sums of everything. Without `since` it covers `limit` buckets, so that no request sums the counts of all
 * years. `next` then leads on while there are older counts, also past buckets that are empty.
 */
export async function pageOfBuckets<T>(
  page: StatsPage,
  read: (page: StatsPage) => Promise<Paged<T>>,
  hasBefore: (moment: Date) => Promise<boolean>,
): Promise<Paged<T>> {
  if (page.since !== undefined) return read(page);
  const since = beginOf(page);
  const { items, next } = await read({ ...page, since: since.toISOString() });
  return { items, next: next ?? ((await hasBefore(since)) ? since.toISOString() : null) };
}

function beginOf({ bucket = 'day', limit = largestPage, cursor }: StatsPage): Date {
  const each = bucketMs[bucket];
  const end = momentOfCursor(cursor)?.getTime() ?? Date.now() + each;
  return new Date(Math.max(0, Math.floor(end / each) - limit) * each);
}
