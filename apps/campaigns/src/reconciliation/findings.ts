import { databaseServices } from '@ces/contracts/dead-letters';
import { Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Span } from '@ces/contracts/facts/reconciliation';
import type { Difference, Pair, Suspect } from './difference.js';
import { nameOf } from './closed-hours.js';

const gauge = new Gauge({
  name: 'ces_reconcile_differences',
  help: 'Facts and grants of the last 23 hours that one service has and another one lacks',
  labelNames: ['kind', 'fact', 'publisher', 'reader'],
});

const gapGauge = new Gauge({
  name: 'ces_reconcile_hours_not_compared',
  help: 'How many of the last 23 hours are not compared, because this service did not answer or has facts on their way',
  labelNames: ['service'],
});

/** The most ids of a line in the log; the command `reconcile` names more. */
const loggedAtMost = 100;

/** Differences are a metric, and each is logged when it is found or grows. Hours not compared are another metric. */
export class Findings {
  private readonly logger = new Logger('Reconciliation');
  private readonly found = new Map<string, Difference>();
  /** The services that did not answer, by the beginning of the hour. */
  private readonly away = new Map<number, string[]>();
  private counting: AbortSignal | undefined;

  /**
   * Forgets everything when another replica begins to run the chores, because the alarm of this one would never end. A run
   * that is still in progress then changes nothing.
   */
  forgetAfter(stop: AbortSignal): void {
    if (this.counting === stop) return;
    this.counting = stop;
    stop.addEventListener('abort', () => {
      this.found.clear();
      this.away.clear();
      gauge.reset();
      gapGauge.reset();
    });
  }

  replace(pair: Pair, hour: Span, differences: Difference[]): void {
    if (this.counting?.aborted) return;
    for (const kind of ['unhandled', 'unpublished', 'ungranted'] as const) {
      const key = [kind, pair.subject, pair.reader, hour.from].join(' ');
      const now = differences.find((each) => each.kind === kind);
      if (now && now.count > (this.found.get(key)?.count ?? 0)) this.log(now);
      if (now) this.found.set(key, now);
      else this.found.delete(key);
    }
    this.count();
  }

  /** `away` did not answer for this hour. `unsure` are all suspects that facts on their way may still explain. */
  replaceGaps(hour: Span, away: string[], unsure: Suspect[]): void {
    if (this.counting?.aborted) return;
    this.away.set(hour.from, away);
    const hours = new Map<string, Set<number>>(databaseServices.map((name) => [name, new Set()]));
    for (const [from, names] of this.away) for (const name of names) hours.get(name)?.add(from);
    for (const { pair, hour: doubtful } of unsure)
      for (const name of [pair.publisher, pair.reader]) hours.get(name)?.add(doubtful.from);
    for (const [service, { size }] of hours) gapGauge.set({ service }, size);
  }

  /** Hours before this moment can no longer be compared. */
  forgetBefore(moment: number): void {
    for (const [key, { hour }] of this.found) if (hour.from < moment) this.found.delete(key);
    for (const from of this.away.keys()) if (from < moment) this.away.delete(from);
    this.count();
  }

  private count(): void {
    gauge.reset();
    for (const { kind, subject, publisher, reader, count } of this.found.values())
      gauge.inc({ kind, fact: subject, publisher, reader }, count);
  }

  private log({ kind, subject, publisher, reader, hour, ids, count, granted }: Difference): void {
    const named = ids.slice(0, loggedAtMost);
    const more = { kind, fact: subject, publisher, reader, hour: nameOf(hour), count, granted, ids: named };
    this.logger.error(more, 'services disagree about facts or grants; see docs/runbooks/restore.md');
  }
}
