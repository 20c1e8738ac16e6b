import type { PublishedSum, Repeated, Span } from '@ces/contracts/facts/reconciliation';

export interface RecordedSource {
  readonly stream: string;
  /** Subjects may carry a partition. */
  sums(span: Span): Promise<PublishedSum[]>;
  ids(span: Span, subject: string, limit: number): Promise<string[]>;
  repeat(ids: string[]): Promise<Repeated['repeated']>;
}

export const hashOf = (column: string): string => `uuid_hash_extended(${column}, 0)`;

/** Ids of facts hashed and combined: equal sets have equal digests, in any order. */
export const digestOf = (column: string): string => `coalesce(bit_xor(${hashOf(column)}), 0)::text AS digest`;

/** `segments.user-entered` for `segments.user-entered.3`. */
export const withoutPartition = (column: string): string => `regexp_replace(${column}, '\\.\\d+$', '')`;
