const hourMs = 3_600_000;
const sizes = { hour: hourMs, day: 24 * hourMs };

/** The beginnings of the buckets of the last days, in UTC as the API has them. A bucket without an event is not in its answer. */
export function bucketsSince(days: number, bucket: 'hour' | 'day', now = Date.now()): string[] {
  const size = sizes[bucket];
  const last = Math.floor(now / size) * size;
  const count = Math.round((days * sizes.day) / size);
  return Array.from({ length: count }, (_, index) => new Date(last - (count - 1 - index) * size).toISOString());
}
