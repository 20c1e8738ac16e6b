import { Deleted } from '@ces/contracts/identity/clients';
import {
  databaseServices,
  DeadLetter,
  DeadLetterPage,
  deadLetters,
  DeadLetterWithPayload,
  Replayed,
} from '@ces/contracts/dead-letters';
import { largestPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { placeIn } from '@ces/service/database/keyset';
import { pageOfWhole } from '@ces/service/database/whole-list';
import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { answerPage, endedAt } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

const contracts = databaseServices.map(deadLetters);

/** Joins the dead letters of all services in one list. A list of one page leaves out services that do not answer. */
@ApiTags('Administration: dead letters')
@Controller('api/1/admin/dead-letters')
@AdminRoutes('dead-letters:manage')
export class DeadLettersController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Describe({
    summary: 'List facts that their consumer could not handle',
    description: 'The list joins the dead letters of all services, newest first.',
    answers: { 200: [DeadLetter] },
  })
  async list(
    @Query(listed) query: DeadLetterPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeadLetter[]> {
    const [before] = query.cursor === undefined ? [] : placeIn(query.cursor);
    const wanted = { at_most: (query.limit ?? largestPage) + 1, ...(before === undefined ? {} : { before }) };
    const asked = query.service === undefined ? contracts : [deadLetters(query.service)];
    const lists = await Promise.allSettled(asked.map((service) => this.bus.call(service.list, wanted)));
    const letters = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
    const paged = pageOfWhole(letters, ({ id }) => [id], query);
    const away = lists.find((list) => list.status === 'rejected');
    // Several pages need all services: a service that comes back between two pages would lose its newer letters.
    if (away && (before !== undefined || paged.next !== null)) throw away.reason;
    const ended = endedAt(paged, query.since, ({ received_at }) => received_at);
    return answerPage(ended, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read a dead letter with its payload',
    description: 'The payload is what the service could not handle.',
    answers: { 200: DeadLetterWithPayload },
    problems: ['dead-letter-not-found'],
  })
  get(@Param('id') id: string): Promise<DeadLetterWithPayload> {
    return this.askOwner(id, (service) => this.bus.call(service.get, { id }));
  }

  @Post(':id(^[^:/]+)::replay')
  @HttpCode(200)
  @Describe({
    summary: 'Handle a dead letter again',
    description: 'Mend the cause first. The service handles the fact as if it came now.',
    answers: { 200: Replayed },
    problems: ['dead-letter-not-found'],
  })
  replay(@Param('id') id: string): Promise<Replayed> {
    return this.askOwner(id, (service) => this.bus.call(service.replay, { id }));
  }

  @Delete(':id')
  @Describe({
    summary: 'Drop a dead letter for good',
    description: 'The fact is never handled. This cannot be undone.',
    answers: { 200: Deleted },
    problems: ['dead-letter-not-found'],
  })
  drop(@Param('id') id: string): Promise<Deleted> {
    return this.askOwner(id, (service) => this.bus.call(service.drop, { id }));
  }

  private async askOwner<T>(id: string, ask: (service: (typeof contracts)[number]) => Promise<T>): Promise<T> {
    let away: Problem | undefined;
    for (const service of contracts) {
      try {
        return await ask(service);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.code === 'service-unavailable') away = error;
        else if (error.code !== 'dead-letter-not-found') throw error;
      }
    }
    if (away) throw away;
    throw new Problem('dead-letter-not-found', `No service has a dead letter ${id}.`);
  }
}
