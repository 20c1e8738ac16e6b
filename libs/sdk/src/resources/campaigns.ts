import type { Backtest, NewBacktest } from '../generated/api.ts';
import { CampaignCalls } from '../generated/calls.ts';
import { CesError } from '../http/ces-error.ts';
import { until, type WaitOptions } from './until.ts';

export class Campaigns extends CampaignCalls {
  /** Judges the events since a moment by a campaign that nobody has saved, and waits for the result. It changes nothing. */
  async backtest(backtest: NewBacktest, options: WaitOptions<Backtest> = {}): Promise<Backtest> {
    const { id } = await this.beginBacktest(backtest, options);
    const read = (): Promise<Backtest> => this.getBacktest(id, options);
    const ended = await until(read, ({ state }) => state !== 'waiting' && state !== 'running', options);
    if (ended.state === 'failed')
      throw new CesError('backtest-failed', `The backtest ${id} has failed: ${ended.obstacle ?? ''}`);
    if (ended.state === 'cancelled') throw new CesError('backtest-cancelled', `The backtest ${id} was cancelled`);
    return ended;
  }
}
