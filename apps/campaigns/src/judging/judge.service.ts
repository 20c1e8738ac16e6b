import type { Outcome } from '@ces/contracts/campaign-outcomes';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { erasedAmong } from '../erasure/erased-users.js';
import { grant, type Granted } from './grant.js';
import { Assessment, type Refusal } from './assess.js';
import { AudienceService } from './audience.service.js';
import type { Occurrence } from './occurrence.js';
import { emptyProfile } from './profile.js';
import { lockCodes, lockCounts, writeCounts } from './read-counts.js';
import { RunningCampaigns, type Run } from './running-campaigns.js';
import { codesNeeded, settle, type Claim } from './settle.js';
import { Outbox } from '@ces/messaging/outbox';
import { writeOutcomes } from '../outcomes/write-outcomes.js';

interface Verdict extends Claim {
  refusal: Refusal | undefined;
}

/**
 * Puts occurrences to the campaigns that ran when they were accepted. Everything for all of them together: the audience
 * is asked for once, each kind of row is written with one statement. What no campaign runs for costs two small reads.
 */
@Injectable()
export class JudgeService {
  constructor(
    private readonly running: RunningCampaigns,
    private readonly audience: AudienceService,
    private readonly outbox: Outbox,
  ) {}

  async judge(tx: EntityManager, occurrences: Occurrence[]): Promise<void> {
    const found = await this.running.for(tx, occurrences);
    if (found.size === 0) return;
    const candidates = await withoutErased(tx, found);
    const verdicts = await this.assess(await withoutGranted(tx, candidates));
    const claims = verdicts.filter((verdict) => !verdict.refusal);
    if (claims.length > 0) await this.settle(tx, claims);
    await writeOutcomes(
      tx,
      Map.groupBy(verdicts, (verdict) => verdict.occurrence),
      toOutcome,
    );
  }

  private async assess(candidates: [Occurrence, Run][]): Promise<Verdict[]> {
    const profiles = await this.audience.of(
      candidates.map(([occurrence, run]) => ({ userId: occurrence.userId, plan: run.plan })),
    );
    return candidates.map(([occurrence, run]) => {
      const { userId } = occurrence;
      const assessment = new Assessment(run.plan, occurrence, profiles.get(userId) ?? emptyProfile(userId));
      const refusal = assessment.refusal();
      return { occurrence, run, refusal, due: refusal ? [] : assessment.due };
    });
  }

  /** First as if there were codes enough, which says how many are wanted; again with those that there are, if they do not suffice. */
  private async settle(tx: EntityManager, claims: Verdict[]): Promise<void> {
    const before = await lockCounts(tx, claims);
    let counts = before.copyWith(new Map());
    for (const claim of claims) claim.refusal = settle(claim, counts);
    const wanted = sumOfCodes(claims.filter((claim) => !claim.refusal));
    const codes = await lockCodes(tx, wanted);
    const left = new Map([...codes].map(([couponId, some]) => [couponId, some.length]));
    if ([...wanted].some(([couponId, count]) => (left.get(couponId) ?? 0) < count)) {
      counts = before.copyWith(left);
      for (const claim of claims) claim.refusal = settle(claim, counts);
    }
    await writeCounts(tx, claims, counts);
    const granted: Granted[] = claims.filter((claim) => !claim.refusal);
    await grant(tx, this.outbox, granted, codes);
  }
}

/** In one order for all, because several may be short. */
function sumOfCodes(claims: Claim[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { due } of claims)
    for (const [couponId, count] of codesNeeded(due)) sum.set(couponId, (sum.get(couponId) ?? 0) + count);
  return new Map([...sum].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function withoutErased(tx: EntityManager, found: Map<Occurrence, Run[]>): Promise<[Occurrence, Run][]> {
  const erased = await erasedAmong(
    tx,
    [...found.keys()].map(({ userId }) => userId),
  );
  return [...found].flatMap(([occurrence, runs]) =>
    erased.has(occurrence.userId) ? [] : runs.map((run): [Occurrence, Run] => [occurrence, run]),
  );
}

/** The inbox knows what was done lately; of a letter that lay dead for long the grants tell. */
async function withoutGranted(tx: EntityManager, candidates: [Occurrence, Run][]): Promise<[Occurrence, Run][]> {
  const rows = await tx.query<{ key: string }[]>(
    `SELECT campaign_id || ' ' || event_id AS key FROM campaign_grant
      WHERE (campaign_id, event_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [candidates.map(([, run]) => run.campaignId), candidates.map(([occurrence]) => occurrence.id)],
  );
  const granted = new Set(rows.map((row) => row.key));
  return candidates.filter(([occurrence, run]) => !granted.has(`${run.campaignId} ${occurrence.id}`));
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
