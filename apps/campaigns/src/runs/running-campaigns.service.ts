import { afterCommit, afterEnd, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { LoadRunsService, type Plans } from './load-runs.service.js';
import type { Occurrence } from './occurrence.js';
import { triggerName } from './plan.js';
import { RunStore } from './run.store.js';
import type { Run } from './run.js';

/** Facts live for a day. Older occurrences were dead letters or waited for long: their runs are read from the tables. */
const rememberedDays = 3;
const dayMs = 86_400_000;
/**
 * Runs that were read so lately are taken for those of now, unless this replica has changed them since. Judging finds out
 * in its transaction whether they are.
 */
const freshMs = 1_000;

interface Loaded {
  epoch: string;
  judgedFrom: string;
  byTrigger: Map<string, Run[]>;
  plans: Plans;
}

export interface Found {
  epoch: string;
  /** Events whose ids sort before this one are not judged: their grants may be dropped. */
  judgedFrom: string;
  runs: Map<Occurrence, Run[]>;
}

/**
 * Finds the runs of an occurrence in memory. Judging holds a shared lock until its transaction ends, so no run opens or
 * closes meanwhile; a change takes its moment after all earlier judging. A campaign therefore judges exactly the events
 * accepted between its start and its stop, as far as the clocks of the services agree.
 */
@Injectable()
export class RunningCampaignsService {
  private known: Loaded = { epoch: '0', judgedFrom: '', byTrigger: new Map(), plans: new Map() };
  private readAt = -freshMs;
  private changedAt = -freshMs;
  private refreshing: Promise<Loaded> | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly store: RunStore,
    private readonly loader: LoadRunsService,
  ) {}

  /** The runs as far as is known now. They may change before the occurrences are judged. */
  for(occurrences: Occurrence[]): Promise<Found> {
    if (performance.now() - this.readAt < freshMs) return this.find(this.known, occurrences);
    // Callers share one refresh, which must not be part of the transaction of one of them.
    return this.transactions.outside(async () => {
      this.refreshing ??= this.refresh().finally(() => {
        this.refreshing = undefined;
      });
      return this.find(await this.refreshing, occurrences);
    });
  }

  /** Keeps the runs as they are until the transaction ends. */
  hold(): Promise<void> {
    return this.store.holdRuns();
  }

  /** Makes the transaction fail at its end unless runs that were found before are those that it holds. */
  demand({ epoch }: Pick<Found, 'epoch'>): void {
    const begunAt = performance.now();
    let isMet = false;
    this.store.demandEpoch(epoch);
    afterCommit(() => {
      isMet = true;
      if (epoch === this.known.epoch) this.noteRead(begunAt);
    });
    // The set is prepared again then, by what the database says.
    afterEnd(() => {
      if (!isMet) this.readAt = -freshMs;
    });
  }

  /** Tells whether runs that were found before are those that the transaction holds. */
  async held(): Promise<Omit<Found, 'runs'>> {
    const { epoch, judgedFrom } = await this.refresh();
    return { epoch, judgedFrom };
  }

  /** The runs that the transaction holds. */
  async forHeld(occurrences: Occurrence[]): Promise<Found> {
    return this.find(await this.refresh(), occurrences);
  }

  /** Call it after the commit of a change. */
  forget(): void {
    this.changedAt = performance.now();
    this.readAt = -freshMs;
  }

  private async refresh(): Promise<Loaded> {
    const begunAt = performance.now();
    const { epoch, judged_from: judgedFrom } = await this.store.epoch();
    if (epoch !== this.known.epoch) {
      const { runs, plans } = await this.loader.recent(rememberedDays, this.known.plans);
      const loaded = {
        epoch,
        judgedFrom,
        plans,
        byTrigger: Map.groupBy(runs, (run) => triggerName(run.plan.document)),
      };
      if (BigInt(epoch) < BigInt(this.known.epoch)) return loaded;
      this.known = loaded;
    }
    this.noteRead(begunAt);
    return this.known;
  }

  private noteRead(begunAt: number): void {
    if (begunAt > this.changedAt) this.readAt = Math.max(begunAt, this.readAt);
  }

  private async find({ epoch, judgedFrom, byTrigger }: Loaded, occurrences: Occurrence[]): Promise<Found> {
    const oldest = Date.now() - (rememberedDays - 1) * dayMs;
    const old = await this.loader.at(occurrences.filter(({ at }) => at < oldest));
    const oldByTrigger = Map.groupBy(old, (run) => triggerName(run.plan.document));
    const runs = new Map<Occurrence, Run[]>();
    for (const occurrence of occurrences) {
      const candidates = (occurrence.at < oldest ? oldByTrigger : byTrigger).get(occurrence.trigger) ?? [];
      const meant = candidates.filter((run) => isMeant(run, occurrence));
      if (meant.length > 0) runs.set(occurrence, onePerCampaign(meant));
    }
    return { epoch, judgedFrom, runs };
  }
}

function isMeant(run: Run, occurrence: Occurrence): boolean {
  if (occurrence.at < run.from || occurrence.at >= run.until) return false;
  return run.segmentId === undefined || (occurrence.data as { segment_id?: unknown }).segment_id === run.segmentId;
}

/** Runs of a campaign never overlap, unless an operator has changed the tables: then the later one counts. */
function onePerCampaign(runs: Run[]): Run[] {
  return [...new Map(runs.map((run) => [run.campaignId, run])).values()];
}
