import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { RegistrationsService } from '../campaigns/register/registrations.service.js';
import { closedHours } from './closed-hours.js';
import type { Report } from './describe-report.js';
import type { Difference, Suspect } from './difference.js';
import { FactReconciliation, type Explained } from './fact-reconciliation.service.js';
import { GrantReconciliation } from './grant-reconciliation.service.js';

/** The command waits for this long for facts that are on their way. */
const patienceMs = 120_000;
const pauseMs = 1_000;

/** The receiver of news about a run. */
export interface Watcher {
  /** Called after each hour. */
  compared: (hours: number, of: number) => Promise<void>;
  stop: AbortSignal;
}

@Injectable()
export class ReconcileAll {
  constructor(
    private readonly facts: FactReconciliation,
    private readonly grants: GrantReconciliation,
    private readonly registrations: RegistrationsService,
  ) {}

  /**
   * With `repair` it repeats the facts that were not handled, and compares their hours again. A chore of campaigns then
   * repeats the registrations of all campaigns, too.
   */
  async run(mode: 'compare' | 'repair', now = Date.now(), watcher?: Watcher): Promise<Report> {
    if (mode === 'repair') await this.registrations.repeatAll();
    const hours = closedHours(now);
    const ungranted: Difference[] = [];
    const suspects: Suspect[] = [];
    const silent = new Set<string>();
    for (const [index, hour] of hours.entries()) {
      const compared = await this.facts.compare(hour);
      suspects.push(...compared.suspects);
      for (const name of compared.silent) silent.add(name);
      ungranted.push(...(await this.grants.compare(hour)));
      await watcher?.compared(index + 1, hours.length);
    }
    const first = await this.lookUntilSure(suspects, watcher?.stop);
    const last = mode === 'repair' ? await this.repair(first, watcher?.stop) : first;
    return {
      hours: hours.length,
      differences: [...differencesIn(last.explained), ...ungranted],
      mended:
        countUnhandled(first.explained.filter((each) => isExplainedAgain(each, last.explained))) -
        countUnhandled(last.explained),
      underWay: last.unsure.length,
      silent: [...silent],
    };
  }

  private async repair({ explained, unsure }: Found, stop?: AbortSignal): Promise<Found> {
    const isLost = (each: Explained): boolean => each.differences.some(({ kind }) => kind === 'unhandled');
    // The oldest hour comes first, because some services repeat all later facts too.
    const lost = explained
      .filter(isLost)
      .map(({ suspect }) => suspect)
      .sort((one, other) => one.hour.from - other.hour.from);
    const repeatedToTheEnd = new Set<string>();
    for (const suspect of lost) {
      const { subject } = suspect.pair;
      if (repeatedToTheEnd.has(subject)) continue;
      if ((await this.facts.repeat(suspect)) === 'all later') repeatedToTheEnd.add(subject);
    }
    const again = await this.lookUntilSure(
      lost.map(({ pair, hour }) => ({ pair, hour })),
      stop,
    );
    const others = explained.filter((each) => !isLost(each));
    return { explained: [...others, ...again.explained], unsure: [...unsure, ...again.unsure] };
  }

  private async lookUntilSure(suspects: Suspect[], stop?: AbortSignal): Promise<Found> {
    const found: Explained[] = [];
    const until = performance.now() + patienceMs;
    for (let left = suspects; ;) {
      const { explained, unsure } = await this.facts.lookAt(left);
      found.push(...explained);
      if (unsure.length === 0 || performance.now() > until) return { explained: found, unsure };
      left = unsure;
      await sleep(pauseMs, undefined, { ...(stop && { signal: stop }) });
    }
  }
}

interface Found {
  explained: Explained[];
  /** Suspects that facts on their way may still explain. */
  unsure: Suspect[];
}

/** A suspect that was looked at again has the same `pair` object. */
function isExplainedAgain({ suspect }: Explained, explained: Explained[]): boolean {
  return explained.some((each) => each.suspect.pair === suspect.pair);
}

function differencesIn(explained: Explained[]): Difference[] {
  return explained.flatMap(({ differences }) => differences);
}

function countUnhandled(explained: Explained[]): number {
  const unhandled = differencesIn(explained).filter(({ kind }) => kind === 'unhandled');
  return unhandled.reduce((sum, { count }) => sum + count, 0);
}
