import { nameOf } from './closed-hours.js';
import type { Difference } from './difference.js';

export interface Report {
  hours: number;
  differences: Difference[];
  /** How many facts were published again and handled. */
  mended: number;
  /** Hours of a kind of fact that were not judged: facts were still on their way, or a service did not answer. */
  underWay: number;
  silent: string[];
}

export function describeReport(report: Report): string[] {
  const { hours, differences, mended, underWay, silent } = report;
  return [
    ...differences.flatMap(linesOf),
    ...silent.map((name) => `not compared: ${name} did not answer, or has no records of some hours`),
    ...(underWay > 0
      ? [
          `not compared: in ${underWay} cases facts are still on their way or a service did not answer; run the command again`,
        ]
      : []),
    `${hours} hours compared, ${mended} facts repeated and handled, ${missingIn(report)} differences left`,
  ];
}

/** How many facts the differences are. */
export function missingIn({ differences }: Report): number {
  return differences.reduce((sum, { count }) => sum + count, 0);
}

function linesOf(difference: Difference): string[] {
  const { hour, subject, ids, count, granted } = difference;
  const rows = ids.map((id) => `${nameOf(hour)} ${subject} ${id}: ${explain(difference)}`);
  if (count > ids.length) rows.push(`${nameOf(hour)} ${subject}: and ${count - ids.length} more`);
  if (granted !== undefined && granted > 0)
    rows.push(`${nameOf(hour)} ${subject}: ${granted} of these events have left slips or entries in the ledger`);
  return rows;
}

function explain({ kind, publisher, reader }: Difference): string {
  if (kind === 'unhandled') return `${publisher} published it, ${reader} has not handled it; --repair repeats it`;
  if (kind === 'unpublished') return `${reader} has handled it, ${publisher} does not have it; it cannot be repeated`;
  return 'the grant does not agree with slips and ledger; it cannot be repeated';
}
