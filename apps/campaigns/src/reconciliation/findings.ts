import { Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Span } from '@ces/contracts/facts/reconciliation';
import type { Difference, Pair } from './difference.js';
import { nameOf } from './closed-hours.js';

const gauge = new Gauge({
  name: 'ces_reconcile_differences',
  help: 'Facts and grants of the last 23 hours that one service has and another one lacks',
  labelNames: ['kind', 'fact', 'publisher', 'reader'],
});

/** The most ids of a line in the log; the command `reconcile` names more. */
const loggedAtMost = 100;

/** The differences that the chore knows of: they are a metric, and each is logged when it is found or grows. */
export class Findings {
  private readonly logger = new Logger('Reconciliation');
  private readonly found = new Map<string, Difference>();
  private counting: AbortSignal | undefined;

  /**
   * Forgets everything when another replica begins to run the chores, because the alarm of this one would never end. What a
   * run that is still in progress tells afterwards is ignored.
   */
  forgetAfter(stop: AbortSignal): void {
    if (this.counting === stop) return;
    this.counting = stop;
    stop.addEventListener('abort', () => {
      this.found.clear();
      gauge.reset();
    });
  }

  /** Replaces what is known of this hour of the pair. */
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

  /** Hours before this moment can no longer be compared. */
  forgetBefore(moment: number): void {
    for (const [key, { hour }] of this.found) if (hour.from < moment) this.found.delete(key);
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
