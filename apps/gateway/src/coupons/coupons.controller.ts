import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  changeSlip,
  redeemTicket,
  SlipFlags,
  SlipQuery,
  slipsOf,
  TicketCode,
  UserSlip,
} from '@ces/contracts/campaigns/slips';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { ClientToken, UserToken } from '../access/tokens.js';

@ApiTags('Coupons')
@Controller('api/1/coupon')
export class CouponsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get('slips')
  @UserToken('rewards')
  @Describe({
    summary: "List the user's coupon slips, newest first",
    description: 'Slips that the user has deleted are left out, unless the query asks for them.',
    answers: { 200: [UserSlip] },
  })
  async slips(
    @Caller() { sub: user_id }: AccessToken,
    @Query(listed) query: SlipQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserSlip[]> {
    const paged = await this.bus.call(slipsOf, { ...query, user_id });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Patch('slips/:id')
  @UserToken('rewards')
  @Describe({
    summary: 'Mark an own slip as read or deleted',
    description: 'A field that is absent stays as it is.',
    answers: { 200: UserSlip },
    problems: ['validation-failed', 'slip-not-found', 'user-not-found'],
  })
  change(
    @Caller() { sub: user_id }: AccessToken,
    @Param('id') id: string,
    @Body(tolerant) body: SlipFlags,
  ): Promise<UserSlip> {
    return this.bus.call(changeSlip, { ...body, user_id, id });
  }

  @Post('tickets::redeem')
  @HttpCode(200)
  @ClientToken('users:write')
  @Describe({
    summary: 'Redeem a ticket by its code, once',
    description: 'A till calls this. A code that was redeemed is refused from then on.',
    answers: { 200: UserSlip },
    problems: ['validation-failed', 'ticket-not-found', 'ticket-not-redeemable'],
  })
  redeem(@Body(tolerant) body: TicketCode): Promise<UserSlip> {
    return this.bus.call(redeemTicket, body);
  }
}
