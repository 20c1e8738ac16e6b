import type { Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import type { PreparedAct } from '@ces/messaging/facts/on-event';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { goneAmong, knownGone } from '../erasure/erased-users.js';
import { grant } from './grant/grants.service.js';
import { AudienceService } from './match/audience.service.js';
import { candidatesOf, conclusionOf, judgeAnew, judgeUnasked } from './match/candidates.js';
import { inTurns } from '../runs/in-turns.js';
import { noteLag } from './note-lag.js';
import type { Occurrence } from '../runs/occurrence.js';
import { RunningCampaigns, type Found } from '../runs/running-campaigns.service.js';
import { settleClaims, type Verdict } from './grant/decide-grants.service.js';
import { writeOutcomes } from '../outcomes/outcome.store.js';

/** As judged at an epoch of what runs. */
interface Prepared {
  epoch: string;
  verdicts: Verdict[];
}

/**
 * Puts occurrences to the campaigns that ran when they were accepted. Everything for all of them together: the audience
 * is asked for once, before there is a transaction, and each kind of row is written with one statement.
 */
@Injectable()
export class JudgeService {
  constructor(
    private readonly database: DataSource,
    private readonly running: RunningCampaigns,
    private readonly audience: AudienceService,
    private readonly outbox: Outbox,
  ) {}

  async judge(occurrences: Occurrence[]): Promise<PreparedAct> {
    noteLag(occurrences);
    const { epoch, runs } = await this.running.for(occurrences);
    // Not only when it is written: what fails before would become a dead letter, and speak of them for ever.
    const gone = await knownGone(
      this.database.manager,
      [...runs.keys()].map(({ userId }) => userId),
    );
    const there = ({ userId }: Occurrence): boolean => !gone.has(userId);
    const prepared = await this.prepare({ epoch, runs: new Map([...runs].filter(([each]) => there(each))) });
    return (fresh, { tx }) =>
      this.conclude(
        tx,
        occurrences.filter((each) => fresh.has(each.id) && there(each)),
        prepared,
      );
  }

  /** All but the counting. */
  private async prepare({ epoch, runs }: Found): Promise<Prepared> {
    const unasked = await judgeUnasked(candidatesOf(runs));
    const profiles = await this.audience.of(
      unasked
        .filter(({ refusal }) => !refusal)
        .map(({ occurrence, run }) => ({ userId: occurrence.userId, plan: run.plan })),
    );
    return { epoch, verdicts: await inTurns(unasked, (each) => conclusionOf(each, profiles)) };
  }

  private async conclude(tx: EntityManager, occurrences: Occurrence[], prepared: Prepared): Promise<void> {
    const found = await this.running.forGood(tx, occurrences);
    if (found.runs.size === 0) return;
    const verdicts = found.epoch === prepared.epoch ? prepared.verdicts : await judgeAnew(found, prepared.verdicts);
    const fresh = verdicts.filter(({ occurrence }) => found.runs.has(occurrence));
    const open = await withoutGranted(tx, await withoutGone(tx, fresh));
    const claims = open.filter((verdict) => !verdict.refusal);
    if (claims.length > 0) {
      const codes = await settleClaims(tx, claims);
      await grant(
        tx,
        this.outbox,
        claims.filter((claim) => !claim.refusal),
        codes,
      );
    }
    await writeOutcomes(
      tx,
      Map.groupBy(open, (verdict) => verdict.occurrence),
      toOutcome,
    );
  }
}

async function withoutGone(tx: EntityManager, verdicts: Verdict[]): Promise<Verdict[]> {
  const gone = await goneAmong(
    tx,
    verdicts.map(({ occurrence }) => occurrence.userId),
  );
  return verdicts.filter(({ occurrence }) => !gone.has(occurrence.userId));
}

/** The inbox knows what was done lately; of a letter that lay dead for long the grants tell. */
async function withoutGranted(tx: EntityManager, verdicts: Verdict[]): Promise<Verdict[]> {
  const rows = await tx.query<{ key: string }[]>(
    `SELECT campaign_id || ' ' || event_id AS key FROM campaign_grant
      WHERE (campaign_id, event_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [verdicts.map(({ run }) => run.campaignId), verdicts.map(({ occurrence }) => occurrence.id)],
  );
  const granted = new Set(rows.map((row) => row.key));
  return verdicts.filter(({ occurrence, run }) => !granted.has(`${run.campaignId} ${occurrence.id}`));
}

function toOutcome({ run, refusal }: Verdict): Outcome {
  return {
    campaign_id: run.campaignId,
    name: run.name,
    version: run.version,
    matched: !refusal,
    reason: refusal?.step ?? null,
    detail: refusal?.detail ?? null,
  };
}
