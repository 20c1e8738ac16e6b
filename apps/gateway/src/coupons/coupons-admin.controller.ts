import { Coupon, createCoupon, getCoupon, listCoupons, NewCoupon } from '@ces/contracts/campaigns/coupons';
import { revokeTicket, UserSlip } from '@ces/contracts/campaigns/slips';
import { SearchPage } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

/** The codes travel to the service in one NATS message of at most 1 MiB. */
export const codesLimit = 768 * 1_024;
/** Writing fifty thousand codes takes some seconds. */
export const codesPatience = { timeout: 20_000 };

@ApiTags('Administration: coupons')
@Controller('api/1/admin')
@AdminRoutes('rewards:manage')
export class CouponsAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post('coupons')
  @RouteConfig({ bodyLimit: codesLimit })
  @Describe({
    summary: 'Define a coupon with codes, or let the service generate codes',
    description: 'Give `codes`, or `generate`. Each code goes to one user.',
    answers: { 201: Coupon },
    problems: ['validation-failed', 'coupon-code-taken'],
  })
  create(@Body(strict) body: NewCoupon): Promise<Coupon> {
    return this.bus.call(createCoupon, body, codesPatience);
  }

  @Get('coupons')
  @Describe({
    summary: 'List the coupons',
    description: 'The list is newest first, with the stock of each coupon.',
    answers: { 200: [Coupon] },
  })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Coupon[]> {
    return answerPage(await this.bus.call(listCoupons, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get('coupons/:id')
  @Describe({
    summary: 'Read a coupon',
    description: 'The answer says how many codes are left.',
    answers: { 200: Coupon },
    problems: ['coupon-not-found'],
  })
  get(@Param('id') id: string): Promise<Coupon> {
    return this.bus.call(getCoupon, { id });
  }

  @Post('coupon-slips/:id(^[^:/]+)::revoke')
  @HttpCode(200)
  @Describe({
    summary: 'Revoke the ticket of a slip',
    description: 'The code cannot be redeemed any more. The user keeps the slip, with its state.',
    answers: { 200: UserSlip },
    problems: ['slip-not-found', 'ticket-not-redeemable'],
  })
  revoke(@Param('id') id: string): Promise<UserSlip> {
    return this.bus.call(revokeTicket, { id });
  }
}
