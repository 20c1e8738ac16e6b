import type { ProblemJson } from '@ces/contracts/problems';

/** NATS takes messages up to 1 MiB by default. A reply that it refuses would hide that events are stored. */
const mostBytes = 500_000;

/** Leaves faults out, and shortens words, where the refusals of one call are too long together. Each keeps a fault. */
export function fitIntoReply<Result extends object>(results: Result[]): Result[] {
  const sizes = results.map((result) => ('problem' in result ? Buffer.byteLength(JSON.stringify(result.problem)) : 0));
  if (sizes.reduce((sum, size) => sum + size, 0) <= mostBytes) return results;
  const share = mostBytes / sizes.filter((size) => size > 0).length;
  return results.map((result, place) =>
    'problem' in result && (sizes[place] ?? 0) > share
      ? { ...result, problem: shortened(result.problem as ProblemJson, share) }
      : result,
  );
}

function shortened({ errors = [], detail, ...problem }: ProblemJson, bytes: number): ProblemJson {
  // A character takes up to three bytes, and up to six with its escape.
  const short = (text: string): string => text.slice(0, Math.max(20, bytes / 12));
  const kept = errors.map((fault) => ({ ...fault, detail: short(fault.detail) }));
  let left = bytes / 2;
  const fitting = kept.findIndex((fault) => (left -= Buffer.byteLength(JSON.stringify(fault))) < 0);
  return {
    ...problem,
    detail: short(detail),
    ...(errors.length > 0 ? { errors: kept.slice(0, fitting < 0 ? kept.length : Math.max(1, fitting)) } : {}),
  };
}
