import { Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import { SlipsService } from '../../slips/slips.service.js';
import { LedgerService } from '../../stacks/ledger.service.js';
import { SurveysService } from '../../surveys/surveys.service.js';
import { TalliesService } from '../../tallies/tallies.service.js';
import { costOf, type DueGrant } from '../due-grant.js';
import type { Verdict } from '../verdict.js';
import { GrantStore, type NewGrant } from './grant.store.js';
import { partsOf, talliesOf } from './grant-parts.js';

@Injectable()
export class GrantsService {
  constructor(
    private readonly store: GrantStore,
    private readonly tallies: TalliesService,
    private readonly slips: SlipsService,
    private readonly ledger: LedgerService,
    private readonly surveys: SurveysService,
    private readonly outbox: Outbox,
  ) {}

  /** Leaves out earlier grants. The inbox forgets handled facts, and a dead letter may be replayed after that. */
  async withoutGranted(verdicts: Verdict[]): Promise<Verdict[]> {
    if (verdicts.length === 0) return verdicts;
    const granted = await this.store.findGranted(
      verdicts.map(({ run, occurrence }) => ({ campaign_id: run.campaignId, event_id: occurrence.id })),
    );
    if (granted.size === 0) return verdicts;
    return verdicts.filter(({ occurrence, run }) => !granted.has(`${run.campaignId} ${occurrence.id}`));
  }

  /** Writes the grants with one statement per table, and tells of them in their order. */
  async grant(granted: DueGrant[], codes: Map<string, string[]>): Promise<void> {
    if (granted.length === 0) return;
    await this.store.insert(granted.map(toRow));
    await this.tallies.addLate(granted.flatMap(talliesOf));
    const { slips, entries, asked, facts } = partsOf(granted, codes);
    const issued = await this.slips.issue(slips);
    await this.ledger.book(entries);
    await this.surveys.ask(asked);
    await this.outbox.addAll(facts.map((tell) => tell(issued)));
  }
}

function toRow({ run, occurrence, due }: DueGrant): NewGrant {
  const { coupons, points } = costOf(due);
  const { id, userId, at } = occurrence;
  return {
    campaign_id: run.campaignId,
    event_id: id,
    user_id: userId,
    occurred_at: at,
    coupons,
    points,
    version: run.version,
  };
}
