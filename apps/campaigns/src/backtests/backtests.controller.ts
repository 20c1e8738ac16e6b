import {
  beginBacktest,
  cancelBacktest,
  getBacktest,
  type BacktestRef,
  type NewBacktest,
} from '@ces/contracts/campaigns/backtests';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { BacktestsService } from './backtests.service.js';

@Controller()
export class BacktestsController {
  constructor(private readonly backtests: BacktestsService) {}

  @Handle(beginBacktest)
  begin(request: NewBacktest) {
    return this.backtests.begin(request);
  }

  @Handle(cancelBacktest)
  cancel(request: BacktestRef) {
    return this.backtests.cancel(request.id);
  }

  @Handle(getBacktest)
  get(request: BacktestRef) {
    return this.backtests.get(request.id);
  }
}
