import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { countedBy, type CountedLimits } from './counted-limits.js';
import { RunningCampaignsService } from './running-campaigns.service.js';
import { RunStore, type RunOfVersion } from './run.store.js';

export type { RunOfVersion } from './run.store.js';

interface NextRun {
  id: string;
  version: number;
  document: NewCampaign;
  /** The windows and budgets of earlier versions. */
  counted: CountedLimits;
}

/** Opens and closes runs. It is the last step of a change, because all judging waits until the transaction ends. */
@Injectable()
export class RunsService {
  constructor(
    private readonly store: RunStore,
    private readonly running: RunningCampaignsService,
  ) {}

  /** All runs of the campaign, oldest first. */
  of(campaignId: string): Promise<RunOfVersion[]> {
    return this.store.findOf(campaignId);
  }

  async open({ id, version, document, counted }: NextRun): Promise<void> {
    await this.store.storeCounted(id, countedBy(document, counted));
    const moment = await this.close(id);
    await this.store.open(id, version, moment);
  }

  /** From the commit on, no event is judged whose id sorts before this one. It never goes back, because grants are dropped. */
  async judgeFrom(eventId: string): Promise<void> {
    const { judged_from } = await this.store.epoch();
    if (judged_from >= eventId) return;
    await this.store.stopJudging();
    await this.store.judgeFrom(eventId);
    await this.advance();
  }

  /** Sets the end while no event is judged. The closed run still judges events that were accepted before its end. */
  async close(id: string): Promise<Date> {
    await this.store.stopJudging();
    const moment = await this.store.nextMoment(id);
    await this.store.close(id, moment);
    await this.advance();
    return moment;
  }

  private async advance(): Promise<void> {
    await this.store.advanceEpoch();
    afterCommit(() => {
      this.running.forget();
    });
  }
}
