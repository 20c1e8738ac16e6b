import { machine, table } from '../report-parts.ts';
import type { BesideIngest } from './beside-ingest.ts';
import type { OnePercent } from './one-percent.ts';

export interface Size {
  name: string;
  /** No identifier comes twice. Only such a file must reach the ratio. */
  distinct: boolean;
  seconds: number;
  uploadSeconds: number;
  bareJoinSeconds: number;
  bareCountSeconds: number;
  /** The median over the rounds; each round compares its own pair. */
  ratio: number;
  joinRatio: number;
  growthMb: Record<string, number>;
  wrong: string[];
}

export interface Report {
  connections: number;
  copySeconds: number;
  sizes: Size[];
  onePercent: OnePercent;
  besideIngest: BesideIngest | undefined;
}

export function printReport({ connections, copySeconds, sizes, onePercent, besideIngest }: Report): void {
  const heads = ['identifiers', 'uploaded', 'processed', 'bare COPY + counts', 'ratio', 'bare COPY + join', 'ratio'];
  const rows = sizes.map((size) => [
    size.name,
    seconds(size.uploadSeconds),
    seconds(size.seconds),
    seconds(size.bareCountSeconds),
    size.ratio.toFixed(2),
    seconds(size.bareJoinSeconds),
    size.joinRatio.toFixed(2),
  ]);
  const lines = [
    `\n${machine()}\n`,
    ...table([heads, ...rows]),
    '\nbare: one connection, pg and pg-copy-streams instead of psql; counts: ANALYZE, distinct identifiers, distinct users',
    'the first ratio may be 2 where no identifier comes twice; COPY + join answers neither count, its ratio is told only',
    changed(onePercent),
    `the copy of ${connections.toLocaleString('en')} connections took ${seconds(copySeconds)}`,
    ...sizes.map(growth),
    ...(besideIngest ? [beside(besideIngest)] : []),
    ...([...sizes, onePercent].every(({ wrong }) => wrong.length === 0) ? ['counts are exact'] : []),
  ];
  console.log(lines.join('\n'));
}

function changed({ name, copySeconds, wholeSeconds, renewedUploadSeconds, renewedSeconds }: OnePercent): string {
  const goal = copySeconds + 0.02 * wholeSeconds;
  return (
    `1 % of ${name} changed: ${seconds(renewedSeconds)}, uploaded in ${seconds(renewedUploadSeconds)}; the whole file ` +
    `took ${seconds(wholeSeconds)}, bare COPY ${seconds(copySeconds)}; the goal is ${seconds(goal)}, COPY and 2 % of the whole`
  );
}

function growth({ name, growthMb }: Size): string {
  const each = Object.entries(growthMb)
    .sort(([, a], [, b]) => b - a)
    .map(([process, megabytes]) => `${process} ${megabytes.toFixed(0)}`);
  return `grew by MB, ${name}: ${each.join(', ')}`;
}

function beside({ rate, alone, beside: with_, files }: BesideIngest): string {
  return (
    `events at half speed (${rate}/s): p99 ${alone.p99.toFixed(1)} ms alone, ${with_.p99.toFixed(1)} ms while ` +
    `${files} files were uploaded and processed (${(with_.p99 / alone.p99).toFixed(2)}), ` +
    `p50 ${alone.p50.toFixed(1)} and ${with_.p50.toFixed(1)} ms, not taken ${notTaken(alone)} and ${notTaken(with_)}`
  );
}

function notTaken({ statuses, unanswered, unsent }: BesideIngest['alone']): number {
  const refused = Object.entries(statuses).filter(([status]) => status !== '202');
  return refused.reduce((sum, [, count]) => sum + count, unanswered + unsent);
}

const seconds = (number: number): string => `${number.toFixed(2)} s`;
