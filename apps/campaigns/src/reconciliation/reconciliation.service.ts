import { Every } from '@ces/service/chores/every';
import { Injectable, Logger } from '@nestjs/common';
import { closedHours } from './closed-hours.js';
import type { Suspect } from './difference.js';
import { FactReconciliation } from './fact-reconciliation.service.js';
import { Findings } from './findings.js';
import { grantPair, GrantReconciliation } from './grant-reconciliation.service.js';

/** Reconciles the databases of all services, hour by hour: one of them may have been restored to an earlier moment. */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger('Reconciliation');
  private readonly findings = new Findings();
  private suspects: Suspect[] = [];
  private lastHour = 0;
  private silent = '';

  constructor(
    private readonly facts: FactReconciliation,
    private readonly grants: GrantReconciliation,
  ) {}

  @Every({
    name: 'reconcile',
    does: 'Compares one of the last 23 hours: facts that services published and handled, grants, slips and ledger.',
    seconds: 60,
  })
  reconcileNext(stop: AbortSignal): Promise<void> {
    return this.reconcileNextAt(Date.now(), stop);
  }

  async reconcileNextAt(now: number, stop: AbortSignal): Promise<void> {
    this.findings.forgetAfter(stop);
    const hours = closedHours(now);
    const [first] = hours;
    if (!first) return;
    this.findings.forgetBefore(first.from);
    const hour = hours.find(({ from }) => from > this.lastHour) ?? first;
    this.lastHour = hour.from;
    const { equal, suspects, silent, away } = await this.facts.compare(hour);
    this.tellSilent(silent);
    for (const pair of equal) this.findings.replace(pair, hour, []);
    this.findings.replace(grantPair, hour, await this.grants.compare(hour));
    const others = this.suspects.filter(({ hour: { from } }) => from >= first.from && from !== hour.from);
    const all = [...others, ...suspects.map((each) => this.asKnown(each))];
    const { explained, unsure } = await this.facts.lookAt(all);
    for (const { suspect, differences } of explained) this.findings.replace(suspect.pair, suspect.hour, differences);
    this.suspects = unsure;
    this.findings.replaceGaps(hour, away, unsure);
  }

  /** A known suspect stays the same object, so that a reader that is far behind is waited for only once. */
  private asKnown({ pair, hour }: Suspect): Suspect {
    const isSame = (each: Suspect): boolean =>
      each.hour.from === hour.from && each.pair.subject === pair.subject && each.pair.reader === pair.reader;
    return this.suspects.find(isSame) ?? { pair, hour };
  }

  private tellSilent(silent: string[]): void {
    const names = silent.join(', ');
    if (names !== this.silent && names !== '')
      this.logger.warn(`not compared: ${names} did not answer, or has no records of an hour`);
    this.silent = names;
  }
}
