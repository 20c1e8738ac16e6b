import { LRUCache } from 'lru-cache';
import { Pattern } from './pattern.js';

// A compilation needs each pattern several times, and definitions share common patterns.
const patterns = new LRUCache<string, Pattern>({ maxSize: 100_000, sizeCalculation: ({ size }) => size });

/** Throws `PatternRefused`. */
export function patternOf(source: string): Pattern {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const pattern = new Pattern(source);
  patterns.set(source, pattern);
  return pattern;
}
