import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedHours } from './closed-hours.js';
import type { Report } from './describe-report.js';
import type { Difference } from './difference.js';
import { FactReconciliation, type Looked, type Suspect } from './fact-reconciliation.service.js';
import { GrantReconciliation } from './grant-reconciliation.service.js';

/** How long the command waits for facts that are on their way. */
const patienceMs = 120_000;
const pauseMs = 1_000;

/** Reconciles all hours at once, for the command. */
@Injectable()
export class ReconcileAll {
  constructor(
    private readonly facts: FactReconciliation,
    private readonly grants: GrantReconciliation,
  ) {}

  /** With `repair` it repeats the facts that were not handled, and compares their hours again. */
  async run(mode: 'compare' | 'repair', now = Date.now()): Promise<Report> {
    const hours = closedHours(now);
    const ungranted: Difference[] = [];
    const suspects: Suspect[] = [];
    const silent = new Set<string>();
    for (const hour of hours) {
      const compared = await this.facts.compare(hour);
      suspects.push(...compared.suspects);
      for (const name of compared.silent) silent.add(name);
      ungranted.push(...(await this.grants.compare(hour)));
    }
    const first = await this.lookUntilSure(suspects);
    const last = mode === 'repair' ? await this.repair(first) : first;
    return {
      hours: hours.length,
      differences: [...differencesIn(last.looked), ...ungranted],
      mended: countUnhandled(first.looked.filter((each) => isIn(each, last.looked))) - countUnhandled(last.looked),
      underWay: last.open.length,
      silent: [...silent],
    };
  }

  private async repair({ looked, open }: Found): Promise<Found> {
    const isLost = (each: Looked): boolean => each.differences.some(({ kind }) => kind === 'unhandled');
    // The oldest hour comes first, because some services repeat all later facts too.
    const lost = looked
      .filter(isLost)
      .map(({ suspect }) => suspect)
      .sort((one, other) => one.hour.from - other.hour.from);
    const repeatedToTheEnd = new Set<string>();
    for (const suspect of lost) {
      const { subject } = suspect.pair;
      if (repeatedToTheEnd.has(subject)) continue;
      if ((await this.facts.repeat(suspect)) === 'all later') repeatedToTheEnd.add(subject);
    }
    const again = await this.lookUntilSure(lost.map(({ pair, hour }) => ({ pair, hour })));
    const others = looked.filter((each) => !isLost(each));
    return { looked: [...others, ...again.looked], open: [...open, ...again.open] };
  }

  /** Looks until no fact is on its way any more, or patience ends. */
  private async lookUntilSure(suspects: Suspect[]): Promise<Found> {
    const found: Looked[] = [];
    const until = performance.now() + patienceMs;
    for (let left = suspects; ;) {
      const { looked, open } = await this.facts.lookAt(left);
      found.push(...looked);
      if (open.length === 0 || performance.now() > until) return { looked: found, open };
      left = open;
      await sleep(pauseMs);
    }
  }
}

interface Found {
  looked: Looked[];
  /** Suspects that may still be explained by facts on their way. */
  open: Suspect[];
}

/** A suspect that was looked at again has the same pair. */
function isIn({ suspect }: Looked, looked: Looked[]): boolean {
  return looked.some((each) => each.suspect.pair === suspect.pair);
}

function differencesIn(looked: Looked[]): Difference[] {
  return looked.flatMap(({ differences }) => differences);
}

function countUnhandled(looked: Looked[]): number {
  const unhandled = differencesIn(looked).filter(({ kind }) => kind === 'unhandled');
  return unhandled.reduce((sum, { count }) => sum + count, 0);
}
