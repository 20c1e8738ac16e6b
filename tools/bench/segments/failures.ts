import type { Report, Size } from './report.ts';

const most = { growthMb: 100, ratio: 2, p99Ratio: 2 };

/**
 * Returns a line for each goal that the product missed. Times count only on a machine that should be quiet. A figure
 * that could not be measured counts as missed.
 */
export function failuresOf({ sizes, onePercent, besideIngest }: Report, { timed }: { timed: boolean }): string[] {
  const failures = [...sizes, onePercent].flatMap(countFailures);
  failures.push(...sizes.flatMap(growthFailures));
  if (!timed) return failures;
  for (const { name, distinct, ratio } of sizes) {
    if (distinct && !(ratio <= most.ratio)) failures.push(`${name}: ${ratio.toFixed(2)} times bare COPY + counts`);
  }
  if (besideIngest) {
    const ratio = besideIngest.beside.p99 / besideIngest.alone.p99;
    if (!(ratio <= most.p99Ratio)) failures.push(`p99 of events beside uploads: ${ratio.toFixed(2)} times`);
  }
  return failures;
}

function countFailures({ name, wrong }: Pick<Size, 'name' | 'wrong'>): string[] {
  return wrong.map((counts) => `${name}: counts disagree, ${counts}`);
}

function growthFailures({ name, growthMb }: Size): string[] {
  return Object.entries(growthMb)
    .filter(([, megabytes]) => !(megabytes <= most.growthMb))
    .map(([process, megabytes]) => `${name}: ${process} grew by ${megabytes.toFixed(0)} MB`);
}
