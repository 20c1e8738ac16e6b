import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { StatsPage } from '@ces/contracts/paging';
import { statsOfWebhooks, WebhookStats } from '@ces/contracts/webhooks/webhook-stats';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';

@ApiTags('Webhooks')
@Controller('api/1/terminal')
@ClientToken('webhooks', 'admin:read')
export class WebhookStatsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get('webhooks::stats')
  @Describe({
    summary: "Count the attempts of the client's webhooks by hour or day",
    description: 'The sums of the webhooks that the client has now, newest first.',
    answers: { 200: [WebhookStats] },
  })
  async statsOfAll(
    @Caller() { client_id }: AccessToken,
    @Query(listed) query: StatsPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookStats[]> {
    const paged = await this.bus.call(statsOfWebhooks, { ...query, client_id });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }
}
