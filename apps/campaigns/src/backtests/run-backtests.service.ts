import { pastEvents, type PastEvent } from '@ces/contracts/events/past-events';
import { Bus } from '@ces/messaging/calls/bus';
import { isOutage } from '@ces/messaging/storage/outage';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { afterFailure, whileElected } from '@ces/service/jobs/after-failure';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { costOf } from '../judging/due-grant.js';
import { AudienceService } from '../judging/match/audience.service.js';
import { judgeUnasked, verdictOf } from '../judging/match/candidates.js';
import type { Verdict } from '../judging/verdict.js';
import { countedBy } from '../runs/counted-limits.js';
import { inTurns } from '../runs/in-turns.js';
import type { Occurrence } from '../runs/occurrence.js';
import { planFor, triggerName } from '../runs/plan.js';
import type { Run } from '../runs/run.js';
import { BacktestCountsService } from './backtest-counts.service.js';
import { BacktestStore, type Job, type Sums } from './backtest.store.js';

const eventsAtOnce = 500;
const patience = { timeout: 20_000 };
/** Pauses of at most this long after a page leave processor and database to live judging. */
const longestRestMs = 2_000;
const backtestDays = 30;

/**
 * Judges past events page by page. A page is one transaction with its counts and the position behind it: a killed process
 * loses a page that was not committed, and the next one begins with it.
 */
@Injectable()
export class RunBacktestsService {
  private readonly logger = new Logger('Backtests');

  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly users: ClosedUsers,
    private readonly audience: AudienceService,
    private readonly counts: BacktestCountsService,
    private readonly store: BacktestStore,
    private readonly chores: Chores,
  ) {}

  @Every({ name: 'run-backtests', does: 'Judges the next past events by a campaign that is tried out.', seconds: 10 })
  async run(): Promise<'more' | 'done'> {
    const job = await this.store.findNext();
    if (!job) return 'done';
    const begun = performance.now();
    try {
      await this.judgeNext(job);
    } catch (error) {
      if (!(await this.fail(job, error))) return 'done';
    }
    // A backtest works half of the time at the most.
    await sleep(Math.min(longestRestMs, performance.now() - begun), undefined, { ref: false });
    return 'more';
  }

  @Every({
    name: 'purge-backtests',
    does: 'Deletes what ended backtests have counted by user, and backtests that ended 30 days ago.',
    seconds: 60,
  })
  async purge(stop: AbortSignal): Promise<void> {
    await this.store.deleteOld(backtestDays);
    while (!stop.aborted && (await this.store.purgeSome()));
  }

  /** While a part is away, the other backtests go first. Any other error would come again with the same events. */
  private fail(job: Job, error: unknown): Promise<boolean> {
    return whileElected(this.transactions, async () => {
      this.logger.error({ err: error, backtest: job.id }, 'a backtest failed');
      const failure = afterFailure(error, job);
      const { try_at } = isOutage(error) ? failure : { try_at: null };
      await this.store.fail(job.id, { ...failure, try_at });
      if (try_at) this.chores.wake('run-backtests', try_at.getTime() - Date.now());
    });
  }

  private async judgeNext(job: Job): Promise<void> {
    const page = await this.bus.call(
      pastEvents,
      {
        event_name: job.document.trigger.event_name ?? '',
        since: job.since.toISOString(),
        until: job.until.toISOString(),
        limit: eventsAtOnce,
        ...(job.position === null ? {} : { after: job.position }),
      },
      patience,
    );
    const verdicts = await this.assess(job, page.events);
    await this.transactions.run(async () => {
      const sums = await this.store.moveOn(job, page.next, page.at);
      // Another replica has moved the backtest: its page is not this one.
      if (!sums) return;
      // An erasure may have ended since the verdicts: what is written below would outlive it.
      const gone = await this.users.goneAmong(verdicts.map(({ occurrence }) => occurrence.userId));
      const there = verdicts.filter(({ occurrence }) => !gone.has(occurrence.userId));
      const due = there.filter(({ refusal }) => !refusal);
      if (due.length > 0) await this.counts.decide(job.id, due);
      await this.store.writeSums(job.id, there.reduce(counted, sums));
    });
  }

  /** Judges as live judging does, but by the audience of now. Caps and budgets follow. */
  private async assess(job: Job, events: PastEvent[]): Promise<Verdict[]> {
    const run = runOf(job);
    const gone = await this.users.knownGone(events.map(({ user_id }) => user_id));
    const there = events.filter(({ user_id }) => !gone.has(user_id)).map((event) => toOccurrence(event, run));
    const unasked = await judgeUnasked(there.map((occurrence) => ({ occurrence, run })));
    const profiles = await this.audience.of(
      unasked
        .filter(({ refusal }) => !refusal)
        .map(({ occurrence }) => ({ userId: occurrence.userId, plan: run.plan })),
    );
    return inTurns(unasked, (each) => verdictOf(each, profiles));
  }
}

function runOf({ id, document, schema }: Job): Run {
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, segmentId: undefined };
  const plan = planFor(document, schema);
  const counted = countedBy(document, { windows: [], budgets: [] });
  return { campaignId: id, name: document.name, version: 0, ...always, plan, counted };
}

function toOccurrence({ id, user_id, received_at, data }: PastEvent, { plan }: Run): Occurrence {
  let parsed: unknown;
  return {
    id,
    userId: user_id,
    at: Date.parse(received_at),
    trigger: triggerName(plan.document),
    get data(): unknown {
      return (parsed ??= JSON.parse(data) as unknown);
    },
  };
}

function counted(sums: Sums, { refusal, due }: Verdict): Sums {
  const judged = sums.judged + 1;
  if (refusal) {
    const { step } = refusal;
    return { ...sums, judged, refused: { ...sums.refused, [step]: (sums.refused[step] ?? 0) + 1 } };
  }
  const { coupons, points } = costOf(due);
  const { granted } = sums;
  return { ...sums, judged, granted: granted + 1, coupons: sums.coupons + coupons, points: sums.points + points };
}
