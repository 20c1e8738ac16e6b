import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Profile {
  /** Microseconds of the monotonic clock. */
  startTime: number;
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const shown = 15;
const notWork = new Set(['(idle)', '(root)']);

interface Subject {
  dir: string;
  name: string;
  pid: number;
  /** Nanoseconds of the monotonic clock; earlier samples are left out. */
  since: bigint;
}

/** The functions that took a process's own time, from the file that `--cpu-prof` wrote. */
export function describeProfile({ dir, name, pid, since }: Subject): string {
  const file = readdirSync(dir).find((each) => each.split('.')[3] === String(pid));
  if (file === undefined) return `${name} left no profile`;
  const { nodes, samples, timeDeltas, startTime } = JSON.parse(readFileSync(join(dir, file), 'utf8')) as Profile;
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const micros = new Map<string, number>();
  let now = startTime;
  samples.forEach((id, index) => {
    now += timeDeltas[index] ?? 0;
    if (now < Number(since / 1_000n)) return;
    const place = places.get(id) ?? '';
    if (!notWork.has(place)) micros.set(place, (micros.get(place) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const total = [...micros.values()].reduce((a, b) => a + b, 0);
  const lines = [...micros]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([place, time]) => `  ${((time * 100) / total).toFixed(1).padStart(5)} %  ${place}`);
  return [`\n${name}: ${(total / 1_000_000).toFixed(1)} s of work, self time`, ...lines].join('\n');
}

function placeOf({ functionName, url, lineNumber, columnNumber }: Profile['nodes'][number]['callFrame']): string {
  const file = url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|dist)\//, '');
  return file === '' ? functionName : `${functionName || '(anonymous)'}  ${file}:${lineNumber + 1}:${columnNumber + 1}`;
}
