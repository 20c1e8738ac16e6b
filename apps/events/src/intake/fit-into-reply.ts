import type { EventResult } from '@ces/contracts/events/events';
import type { Fault, ProblemJson } from '@ces/contracts/problems';

/** NATS takes messages up to 1 MiB by default. A reply that it refuses would hide that events are stored. */
const mostBytes = 500_000;

/** Leaves faults out, and shortens words, where the refusals of one call are too long together. Each keeps a fault. */
export function fitIntoReply(results: EventResult[]): EventResult[] {
  const sizes = results.map((result) => ('problem' in result ? bytesOf(result.problem) : 0));
  if (sizes.reduce((sum, size) => sum + size, 0) <= mostBytes) return results;
  const share = mostBytes / sizes.filter((size) => size > 0).length;
  return results.map((result) =>
    'problem' in result && bytesOf(result.problem) > share ? { problem: shortened(result.problem, share) } : result,
  );
}

function shortened({ errors = [], detail, ...problem }: ProblemJson, bytes: number): ProblemJson {
  // A character takes up to three bytes, and up to six with its escape.
  const short = (text: string): string => text.slice(0, Math.max(20, bytes / 12));
  const kept: Fault[] = [];
  let left = bytes / 2;
  for (const fault of errors) {
    const shorter = { ...fault, detail: short(fault.detail) };
    left -= bytesOf(shorter);
    if (left < 0 && kept.length > 0) break;
    kept.push(shorter);
  }
  return { ...problem, detail: short(detail), ...(kept.length > 0 ? { errors: kept } : {}) };
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
