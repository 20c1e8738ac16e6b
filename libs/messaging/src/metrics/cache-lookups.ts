import { Counter } from 'prom-client';

/** Plain numbers, because a cache may be asked at every request. */
export interface Lookups {
  hits: number;
  misses: number;
}

const shown = new Map<string, Lookups[]>();

new Counter({
  name: 'ces_cache_lookups_total',
  help: 'Questions to a cache of this process, by whether it knew the answer: hit or miss',
  labelNames: ['cache', 'result'],
  collect() {
    this.reset();
    for (const [cache, all] of shown) {
      for (const { hits, misses } of all) {
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    }
  },
});

/** Shows these numbers in the metrics; the cache counts on in them. */
export function showLookups(cache: string, lookups: Lookups = { hits: 0, misses: 0 }): Lookups {
  shown.set(cache, [...(shown.get(cache) ?? []), lookups]);
  return lookups;
}
