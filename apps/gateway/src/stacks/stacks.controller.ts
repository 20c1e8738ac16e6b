import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { Page, SincePage } from '@ces/contracts/paging';
import { Balance, balancesOf, LedgerEntry, transactionsOf } from '@ces/contracts/campaigns/stacks';
import { Bus } from '@ces/messaging/calls/bus';
import { pageOfWhole } from '@ces/service/database/whole-list';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { answerPage, endedAt } from '../http/parameters/paging.js';
import { UserToken } from '../access/tokens.js';

@ApiTags('Stacks')
@Controller('api/1/stack')
@UserToken('rewards')
export class StacksController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get('balances')
  @Describe({
    summary: "List the user's balances, those of the newest stack first",
    description: 'Each block of each stack that the user has points on is one item.',
    answers: { 200: [Balance] },
  })
  async balances(
    @Caller() { sub: user_id }: AccessToken,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Balance[]> {
    const balances = await this.bus.call(balancesOf, { user_id });
    const paged = pageOfWhole(balances, ({ stack_id, block_id }) => [stack_id, block_id], query);
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get('transactions')
  @Describe({
    summary: "List the user's transactions, newest first",
    description: 'Each item is one booking on a block of a stack.',
    answers: { 200: [LedgerEntry] },
  })
  async transactions(
    @Caller() { sub: user_id }: AccessToken,
    @Query(listed) query: SincePage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LedgerEntry[]> {
    const all = await this.bus.call(transactionsOf, { ...query, user_id });
    const paged = endedAt(all, query.since, ({ created }) => created);
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }
}
