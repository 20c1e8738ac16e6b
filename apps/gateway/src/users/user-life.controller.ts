import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller } from '@ces/auth/operator-caller';
import { Caller } from '@ces/auth/tokens.decorator';
import type { Locale } from '@ces/contracts/locale';
import { TimelineEntry, TimelinePage } from '@ces/contracts/timeline';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { InLocale } from '../http/parameters/locale.js';
import { answerPage, endedAt } from '../http/parameters/paging.js';
import { timelinePage } from './timeline.js';
import { aboutUser } from './unless-away.js';
import { Wallet, walletOf } from './wallet.js';

/** The page of one user for colleagues, gathered from all services, also of a closed account. */
@ApiTags('Administration: users')
@Controller('api/1/admin/users/:user_id')
@AdminRoutes('users:read')
export class UserLifeController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get('wallet')
  @Describe({
    summary: 'Read what a user has: cards, slips, balances, surveys, opt-ins and segments',
    description:
      'One document, gathered from several services. A part whose service does not answer is null and is named in `away`.',
    answers: { 200: Wallet },
    problems: ['user-not-found'],
  })
  wallet(
    @Param('user_id') user_id: string,
    @Caller() caller: AccessToken,
    @InLocale() locale: Locale,
  ): Promise<Wallet> {
    // The wallet belongs to no client, so an operator names none.
    return aboutUser(this.bus, user_id, () => walletOf(this.bus, user_id, { client_id: idOfCaller(caller), locale }));
  }

  @Get('timeline')
  @Describe({
    summary: 'List everything that happened to a user, newest first',
    description:
      'Events with what each campaign said, rewards, cards, opt-ins and the account in one list. A page may have fewer ' +
      'entries than `limit`; the list ends where there is no next link. While a service does not answer, an entry `away` ' +
      'at the head of the page stands for its entries, and names the types that are missing. Visits of colleagues are in ' +
      'the audit log.',
    answers: { 200: [TimelineEntry] },
    problems: ['user-not-found'],
  })
  async timeline(
    @Param('user_id') user_id: string,
    @Query(listed) query: TimelinePage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TimelineEntry[]> {
    const found = await aboutUser(this.bus, user_id, () => timelinePage(this.bus, user_id, query));
    const paged = endedAt(found, query.since, ({ at }) => at);
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }
}
