import type { WriteEffect } from '@ces/messaging/facts/on-fact';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable } from '@nestjs/common';
import { OutcomesService } from '../outcomes/outcomes.service.js';
import { StatsService } from '../stats/stats.service.js';
import { inTurns } from '../runs/in-turns.js';
import type { Occurrence } from '../runs/occurrence.js';
import { RunningCampaignsService, type Found } from '../runs/running-campaigns.service.js';
import { DecideGrantsService } from './grant/decide-grants.service.js';
import { GrantsService } from './grant/grants.service.js';
import { AudienceService } from './match/audience.service.js';
import { candidatesOf, judgeAgain, judgeUnasked, verdictOf } from './match/candidates.js';
import { noteLag } from './note-lag.js';
import { toCounted, toOutcome, type Verdict } from './verdict.js';

/** Verdicts before counting, by the runs of one epoch. */
interface Assessed {
  epoch: string;
  verdicts: Verdict[];
}

/**
 * Judges occurrences by the campaigns that ran when they were accepted. A set is judged together: other services are asked
 * once, before there is a transaction, and each kind of row is written in one statement.
 */
@Injectable()
export class JudgeService {
  constructor(
    private readonly users: ClosedUsers,
    private readonly running: RunningCampaignsService,
    private readonly audience: AudienceService,
    private readonly deciding: DecideGrantsService,
    private readonly grants: GrantsService,
    private readonly outcomes: OutcomesService,
    private readonly stats: StatsService,
  ) {}

  async judge(occurrences: Occurrence[]): Promise<WriteEffect> {
    noteLag(occurrences);
    const { epoch, runs } = await this.running.for(occurrences);
    // Erased users are left out before judging, too: otherwise a failure below would make a dead letter with their data.
    const userIds = [...runs.keys()].map(({ userId }) => userId);
    const gone = await this.users.knownGone(userIds);
    const isThere = ({ userId }: Occurrence): boolean => !gone.has(userId);
    const assessed = await this.assess({ epoch, runs: new Map([...runs].filter(([each]) => isThere(each))) });
    return (fresh) =>
      this.conclude(
        occurrences.filter((each) => fresh.has(each.id) && isThere(each)),
        assessed,
      );
  }

  /** Judges all but caps, budgets and codes. */
  private async assess({ epoch, runs }: Found): Promise<Assessed> {
    const unasked = await judgeUnasked(candidatesOf(runs));
    const profiles = await this.audience.of(
      unasked
        .filter(({ refusal }) => !refusal)
        .map(({ occurrence, run }) => ({ userId: occurrence.userId, plan: run.plan })),
    );
    return { epoch, verdicts: await inTurns(unasked, (each) => verdictOf(each, profiles)) };
  }

  private async conclude(occurrences: Occurrence[], assessed: Assessed): Promise<void> {
    const found = await this.running.forLocked(occurrences);
    if (found.runs.size === 0) return;
    const verdicts = found.epoch === assessed.epoch ? assessed.verdicts : await judgeAgain(found, assessed.verdicts);
    const fresh = verdicts.filter(({ occurrence }) => found.runs.has(occurrence));
    const open = await this.grants.withoutGranted(await this.withoutGone(fresh));
    const due = open.filter((verdict) => !verdict.refusal);
    if (due.length > 0) {
      const codes = await this.deciding.decide(due);
      await this.grants.grant(
        due.filter((verdict) => !verdict.refusal),
        codes,
      );
    }
    await this.record(open);
  }

  private async withoutGone(verdicts: Verdict[]): Promise<Verdict[]> {
    const userIds = verdicts.map(({ occurrence }) => occurrence.userId);
    const gone = await this.users.goneAmong(userIds);
    return verdicts.filter(({ occurrence }) => !gone.has(occurrence.userId));
  }

  private async record(verdicts: Verdict[]): Promise<void> {
    const byOccurrence = Map.groupBy(verdicts, ({ occurrence }) => occurrence);
    await this.outcomes.record(
      [...byOccurrence].map(([{ id, userId, at, trigger }, some]) => ({
        ...{ id, userId, at: new Date(at), trigger },
        outcomes: some.map(toOutcome),
      })),
    );
    await this.stats.count(verdicts.map(toCounted));
  }
}
