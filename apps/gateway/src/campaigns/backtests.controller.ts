import {
  Backtest,
  BegunBacktest,
  beginBacktest,
  cancelBacktest,
  getBacktest,
  NewBacktest,
} from '@ces/contracts/campaigns/backtests';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { strictWithText } from '../http/bodies/check-pipe.js';

@ApiTags('Administration: campaigns')
@Controller('api/1/admin')
@AdminRoutes('campaigns:manage')
export class BacktestsController {
  constructor(private readonly bus: Bus) {}

  @Post('campaigns::backtest')
  @HttpCode(202)
  @Describe({
    summary: 'Judge past events by a campaign that is not saved',
    description:
      'Nothing is granted or changed. The campaign counts by caps and budgets of its own, takes the stock of codes as sufficient, and ' +
      'knows segments, opt-ins and cards as they are now.',
    answers: { 202: BegunBacktest },
    problems: ['validation-failed', 'campaign-refused'],
  })
  begin(@Body(strictWithText) body: NewBacktest): Promise<BegunBacktest> {
    return this.bus.call(beginBacktest, body);
  }

  @Get('campaigns/backtests/:id')
  @Describe({
    summary: 'Read how far a backtest is, and what it has counted',
    description: 'The counts grow while it runs, and are kept for 30 days.',
    answers: { 200: Backtest },
    problems: ['backtest-not-found'],
  })
  get(@Param('id') id: string): Promise<Backtest> {
    return this.bus.call(getBacktest, { id });
  }

  @Post('campaigns/backtests/:id(^[^:/]+)::cancel')
  @HttpCode(200)
  @Describe({
    summary: 'Cancel a backtest',
    description: 'Its counts stay readable. A backtest that has ended stays as it is.',
    answers: { 200: Backtest },
    problems: ['backtest-not-found'],
  })
  cancel(@Param('id') id: string): Promise<Backtest> {
    return this.bus.call(cancelBacktest, { id });
  }
}
