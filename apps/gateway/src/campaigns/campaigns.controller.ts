import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller } from '@ces/auth/operator-caller';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  Campaign,
  CampaignPage,
  createCampaign,
  endCampaign,
  getCampaign,
  listCampaigns,
  NewCampaign,
  pauseCampaign,
  putCampaign,
  startCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import { NewSimulation, simulateCampaign, Simulation } from '@ces/contracts/campaigns/campaign-outcomes';
import { CampaignStats, statsOfCampaign } from '@ces/contracts/campaigns/campaign-stats';
import { StatsPage } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strictWithText } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';
import { simulationOf } from './simulation-request.js';

@ApiTags('Administration: campaigns')
@Controller('api/1/admin/campaigns')
@AdminRoutes('campaigns:manage')
export class CampaignsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Draft a campaign',
    description: 'The campaign judges nothing until it is started. The condition and the effects are checked at once.',
    answers: { 201: Campaign },
    problems: ['validation-failed', 'campaign-refused'],
  })
  create(@Body(strictWithText) body: NewCampaign): Promise<Campaign> {
    return this.bus.call(createCampaign, body);
  }

  @Get()
  @Describe({
    summary: 'List the campaigns',
    description: 'Drafts, running, paused and ended campaigns, newest first.',
    answers: { 200: [Campaign] },
  })
  async list(
    @Query(listed) query: CampaignPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Campaign[]> {
    return answerPage(await this.bus.call(listCampaigns, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read a campaign',
    description: 'The newest version, with what it has given so far.',
    answers: { 200: Campaign },
    problems: ['campaign-not-found'],
  })
  get(@Param('id') id: string): Promise<Campaign> {
    return this.bus.call(getCampaign, { id });
  }

  @Get(':id/stats')
  @Describe({
    summary: 'Count what a campaign decided, by hour or by day',
    description:
      'The newest bucket first; a bucket without a judged event is left out. The counts are exact, also those of the bucket that ' +
      'is under way. An event counts at the moment at which it was accepted.',
    answers: { 200: [CampaignStats] },
    problems: ['campaign-not-found'],
  })
  async stats(
    @Param('id') id: string,
    @Query(listed) query: StatsPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CampaignStats[]> {
    const stats = await this.bus.call(statsOfCampaign, { ...query, id });
    return answerPage(stats, query, request, reply, this.config.PUBLIC_URL);
  }

  @Put(':id')
  @Describe({
    summary: 'Make a new version; that of a running campaign judges events accepted from now on',
    description:
      'The body replaces the whole campaign. Events that were accepted before are judged by the version of their time.',
    answers: { 200: Campaign },
    problems: ['validation-failed', 'campaign-not-found', 'campaign-refused', 'campaign-state-conflict'],
  })
  put(@Param('id') id: string, @Body(strictWithText) body: NewCampaign): Promise<Campaign> {
    return this.bus.call(putCampaign, { ...body, id });
  }

  @Post(':id(^[^:/]+)::start')
  @HttpCode(200)
  @Describe({
    summary: 'Start or resume a campaign',
    description: 'A draft or a paused campaign runs from now on.',
    answers: { 200: Campaign },
    problems: ['campaign-not-found', 'campaign-refused', 'campaign-state-conflict'],
  })
  start(@Param('id') id: string): Promise<Campaign> {
    return this.bus.call(startCampaign, { id });
  }

  @Post(':id(^[^:/]+)::pause')
  @HttpCode(200)
  @Describe({
    summary: 'Pause a campaign; it never judges events accepted meanwhile',
    description: 'Start it to resume it.',
    answers: { 200: Campaign },
    problems: ['campaign-not-found', 'campaign-state-conflict'],
  })
  pause(@Param('id') id: string): Promise<Campaign> {
    return this.bus.call(pauseCampaign, { id });
  }

  @Post(':id(^[^:/]+)::end')
  @HttpCode(200)
  @Describe({
    summary: 'End a campaign for good',
    description: 'An ended campaign cannot be started again. To end it twice changes nothing.',
    answers: { 200: Campaign },
    problems: ['campaign-not-found'],
  })
  end(@Param('id') id: string): Promise<Campaign> {
    return this.bus.call(endCampaign, { id });
  }

  @Post(':id(^[^:/]+)::simulate')
  @HttpCode(200)
  @ApiExtraModels(NewSimulation)
  @Describe({
    summary: 'Read the verdict that an event would get now, step by step, without changing anything',
    description: 'The verdict names each step that has a result, and the effects that the user would get.',
    answers: { 200: Simulation },
    problems: [
      'validation-failed',
      'campaign-not-found',
      'user-not-found',
      'event-not-defined',
      'event-retired',
      'event-data-invalid',
    ],
    body: { schema: { $ref: getSchemaPath(NewSimulation) } },
  })
  async simulate(@Param('id') id: string, @Caller() caller: AccessToken, @Body() body: unknown): Promise<Simulation> {
    return this.bus.call(simulateCampaign, { ...(await simulationOf(body)), id, client_id: idOfCaller(caller) });
  }
}
