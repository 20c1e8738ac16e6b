import { correctBalance, Correction, NewCorrection } from '@ces/contracts/campaigns/stacks';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { strict } from '../http/bodies/check-pipe.js';
import { AdminRoutes } from '../access/admin-routes.js';

@ApiTags('Administration: users')
@Controller('api/1/admin/users/:user_id/transactions')
@AdminRoutes('ledger:correct')
export class CorrectionsController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Describe({
    summary: "Correct a user's points",
    description:
      'The correction is an entry of the ledger, of which webhooks are told by `transaction-created`. Send an ' +
      '`Idempotency-Key`, so that a repetition books nothing. A correction that takes away more points than the user has ' +
      'is refused, unless the stack says `allow_negative`.',
    answers: { 201: Correction },
    problems: ['validation-failed', 'user-not-found', 'balance-too-low'],
  })
  correct(@Param('user_id') user_id: string, @Body(strict) body: NewCorrection): Promise<Correction> {
    return this.bus.call(correctBalance, { ...body, user_id });
  }
}
