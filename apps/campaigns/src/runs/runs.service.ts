import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { Injectable } from '@nestjs/common';
import { countedBy, type Counted } from './counted.js';
import { RunStore } from './run.store.js';

interface NextRun {
  id: string;
  version: number;
  document: NewCampaign;
  /** What earlier versions count. */
  counted: Counted;
}

/** Opens and closes runs. It is the last step of a change, because all judging waits until the transaction ends. */
@Injectable()
export class RunsService {
  constructor(private readonly store: RunStore) {}

  /** From now on this version judges. The version before stops. */
  async open({ id, version, document, counted }: NextRun): Promise<void> {
    await this.store.storeCounted(id, countedBy(document, counted));
    const moment = await this.close(id);
    await this.store.open(id, version, moment);
  }

  /**
   * From now on the campaign judges nothing. The moment is taken while nothing is judged: the closed run still judges
   * the events accepted before it, also when their turn comes later.
   */
  async close(id: string): Promise<Date> {
    await this.store.stopJudging();
    const moment = await this.store.nextMoment(id);
    await this.store.close(id, moment);
    await this.store.advanceEpoch();
    return moment;
  }
}
