import { CampaignStats, statsOfCampaigns } from '@ces/contracts/campaigns/campaign-stats';
import { StatsPage } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';

@ApiTags('Administration: campaigns')
@Controller('api/1/admin')
@AdminRoutes('campaigns:manage')
export class CampaignStatsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get('campaigns::stats')
  @Describe({
    summary: 'Count what all campaigns decided, by hour or by day',
    description:
      'The sums of all campaigns, newest first. An event that two campaigns judge counts twice.' +
      ' Without `since`, a page covers as many buckets as its limit says, also empty ones.',
    answers: { 200: [CampaignStats] },
  })
  async statsOfAll(
    @Query(listed) query: StatsPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CampaignStats[]> {
    return answerPage(await this.bus.call(statsOfCampaigns, query), query, request, reply, this.config.PUBLIC_URL);
  }
}
