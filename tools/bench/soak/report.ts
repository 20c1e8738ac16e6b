import type { Note } from '../all/figure.ts';
import { amount } from '../all/performance-page.ts';
import { machine, table } from '../report-parts.ts';
import { lastThird, sparkline, type Course } from './course.ts';
import type { Traffic } from './traffic.ts';

export interface Load {
  rate: number;
  seconds: number;
}

export function printSoak({ rate, seconds }: Load, traffic: Traffic, courses: Course[]): void {
  const { accepted, refused, lost, doubled, late, whole } = traffic;
  const rows = courses.map((course) => [
    course.name,
    amount(course.values[0] ?? NaN, course.unit),
    sparkline(course.values),
    amount(lastThird(course), course.unit),
    course.verdict,
  ]);
  const lines = [
    `\n${machine()}\n`,
    `${accepted.toLocaleString('en')} events accepted at ${rate}/s in ${seconds} s; ${refused} refused, ${lost} lost, ${doubled} doubled, ${late} late`,
    `from the 202 to the arrival p50 ${amount(whole.p50, 'ms')}, p99 ${amount(whole.p99, 'ms')}\n`,
    ...table([['', 'first', 'over the run', 'last third', 'verdict'], ...rows]),
  ];
  console.log(lines.join('\n'));
  if (refused > 0) console.log(`the first refusal: ${traffic.firstRefusal}`);
}

export function noteSoak({ rate }: Load, traffic: Traffic, courses: Course[], note: Note): void {
  for (const fate of ['accepted', 'refused', 'lost', 'doubled', 'late'] as const) {
    note({ work: `events at ${rate}/s, ${fate}`, value: traffic[fate], unit: '' });
  }
  for (const course of courses) {
    const { name, unit, values, verdict } = course;
    note({ work: name, value: lastThird(course), unit, course: { line: sparkline(values), verdict } });
  }
}
