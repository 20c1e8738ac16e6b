import { EventStats, statsOfEvent, statsOfEvents } from '@ces/contracts/events/event-stats';
import { StatsPage } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';

@ApiTags('Events')
@Controller('api/1/terminal')
export class EventStatsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get('events::stats')
  @ClientToken('events:read', 'admin:read')
  @Describe({
    summary: 'Count all events by hour or day',
    description:
      'Newest first: the sums of all names. Refusals of names that are not defined are in no sum.' +
      ' Without `since`, a page covers as many buckets as its limit says, also empty ones.',
    answers: { 200: [EventStats] },
  })
  async statsOfAll(
    @Query(listed) query: StatsPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EventStats[]> {
    return answerPage(await this.bus.call(statsOfEvents, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get('events/:event_name/stats')
  @ClientToken('events:read', 'admin:read')
  @Describe({
    summary: 'Count the events of a name by hour or day',
    description: 'Newest first. Every accepted event is counted from the moment at which it is answered.',
    answers: { 200: [EventStats] },
    problems: ['event-not-defined'],
  })
  async stats(
    @Param('event_name') event_name: string,
    @Query(listed) query: StatsPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EventStats[]> {
    const paged = await this.bus.call(statsOfEvent, { ...query, event_name });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }
}
