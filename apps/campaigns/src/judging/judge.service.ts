import type { WriteEffect } from '@ces/messaging/facts/on-fact';
import { Transactions } from '@ces/messaging/storage/transactions';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable } from '@nestjs/common';
import { OutcomesService } from '../outcomes/outcomes.service.js';
import type { RefusedOutcome } from '../outcomes/stored-outcome.js';
import { StatsService } from '../stats/stats.service.js';
import { inTurns } from '../runs/in-turns.js';
import type { Occurrence } from '../runs/occurrence.js';
import { asksOthers } from '../runs/plan.js';
import { RunningCampaignsService, type Found } from '../runs/running-campaigns.service.js';
import { DecideGrantsService } from './grant/decide-grants.service.js';
import { GrantsService } from './grant/grants.service.js';
import { AudienceService } from './match/audience.service.js';
import { candidatesOf, judgeAgain, judgeUnasked, verdictOf } from './match/candidates.js';
import { refuseForgotten } from './retention/refuse-forgotten.js';
import { noteLag } from './note-lag.js';
import { refusedBy, toCounted, type Verdict } from './verdict.js';

/** Verdicts before counting, by the runs of one epoch. */
interface Assessed extends Pick<Found, 'epoch' | 'judgedFrom'> {
  verdicts: Verdict[];
}

interface OpenVerdicts {
  open: Verdict[];
  judgedFrom: string;
}

/**
 * Judges occurrences by the campaigns that ran when they were accepted. A set is judged together: other services are asked
 * once, before there is a transaction, and each kind of row is written in one statement.
 */
@Injectable()
export class JudgeService {
  constructor(
    private readonly transactions: Transactions,
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
    const assessed = await this.assessTheLiving(await this.running.for(occurrences));
    return (fresh) =>
      this.conclude(
        occurrences.filter(({ id }) => fresh.has(id)),
        assessed,
      );
  }

  /** A failure makes a dead letter with the data of its event, but not if the user is erased. */
  private async assessTheLiving(found: Found): Promise<Assessed> {
    try {
      return await this.assess(found);
    } catch (error) {
      const gone = await this.users.knownGone([...found.runs.keys()].map(({ userId }) => userId));
      if (gone.size === 0) throw error;
      const living = [...found.runs].filter(([{ userId }]) => !gone.has(userId));
      return this.assess({ ...found, runs: new Map(living) });
    }
  }

  /** Judges all but caps, budgets and codes. Other services are asked about nobody who is erased. */
  private async assess({ runs, ...found }: Found): Promise<Assessed> {
    const unasked = await judgeUnasked(candidatesOf(runs));
    const asking = unasked
      .filter(({ refusal, run }) => !refusal && asksOthers(run.plan))
      .map(({ occurrence, run }) => ({ userId: occurrence.userId, plan: run.plan }));
    const gone = await this.users.knownGone(asking.map(({ userId }) => userId));
    const profiles = await this.audience.of(asking.filter(({ userId }) => !gone.has(userId)));
    return { ...found, verdicts: await inTurns(unasked, (each) => verdictOf(each, profiles)) };
  }

  private async conclude(occurrences: Occurrence[], assessed: Assessed): Promise<void> {
    const { open, judgedFrom } = await this.openVerdicts(occurrences, assessed);
    refuseForgotten(open, judgedFrom);
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

  /**
   * The verdicts by the runs as they stay until the transaction ends, without those of earlier grants and erased users. An
   * attempt asks nothing: it fails if the runs have changed, if a user is gone, or, by the key of the grants, if a grant is there.
   */
  private async openVerdicts(occurrences: Occurrence[], assessed: Assessed): Promise<OpenVerdicts> {
    const { epoch, verdicts } = assessed;
    const fresh = new Set(occurrences);
    const judged = verdicts.filter(({ occurrence }) => fresh.has(occurrence));
    const users = usersOf(judged);
    await Promise.all([this.running.hold(), this.users.hold(users)]);
    if (this.transactions.isAttempt) {
      this.running.demand(assessed);
      this.users.demandOpen(users);
      return { open: judged, judgedFrom: assessed.judgedFrom };
    }
    const [held, open] = await Promise.all([this.running.held(), this.withoutClosed(judged, users)]);
    const { judgedFrom } = held;
    if (held.epoch === epoch) return { open, judgedFrom };
    const again = await judgeAgain(await this.running.forHeld(occurrences), verdicts);
    const usersAgain = usersOf(again);
    await this.users.hold(usersAgain);
    return { open: await this.withoutClosed(again, usersAgain), judgedFrom };
  }

  /** Leaves out earlier grants, and users who are closed or erased. */
  private async withoutClosed(verdicts: Verdict[], users: string[]): Promise<Verdict[]> {
    const [gone, open] = await Promise.all([this.users.goneAmongHeld(users), this.grants.withoutGranted(verdicts)]);
    if (gone.size === 0) return open;
    return open.filter(({ occurrence }) => !gone.has(occurrence.userId));
  }

  private async record(verdicts: Verdict[]): Promise<void> {
    const refused = new Map<Occurrence, RefusedOutcome[]>();
    for (const verdict of verdicts) {
      const { occurrence, refusal } = verdict;
      if (!refusal) continue;
      const outcome = refusedBy(verdict, refusal);
      const some = refused.get(occurrence);
      if (some) some.push(outcome);
      else refused.set(occurrence, [outcome]);
    }
    await this.outcomes.record(
      [...refused].map(([{ id, userId, at, trigger }, outcomes]) => ({
        ...{ id, userId, trigger, outcomes },
        at: new Date(at),
      })),
    );
    await this.stats.count(verdicts.map(toCounted));
  }
}

function usersOf(verdicts: Verdict[]): string[] {
  return [...new Set(verdicts.map(({ occurrence }) => occurrence.userId))];
}
