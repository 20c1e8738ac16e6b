import { SearchPage } from '@ces/contracts/paging';
import {
  createOptin,
  getOptin,
  listOptins,
  NewOptin,
  OptinDefinition,
  putOptin,
  RetiredOptin,
  retireOptin,
} from '@ces/contracts/cards/optins';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

@ApiTags('Administration: opt-ins')
@Controller('api/1/admin/optins')
@AdminRoutes('optins:manage')
export class OptinsAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Define an opt-in',
    description: 'Give the texts in each language; `en_GB` is required.',
    answers: { 201: OptinDefinition },
    problems: ['validation-failed'],
  })
  create(@Body(strict) body: NewOptin): Promise<OptinDefinition> {
    return this.bus.call(createOptin, body);
  }

  @Get()
  @Describe({
    summary: 'List the opt-ins, retired ones too',
    description: 'The list is newest first, with the texts in all languages.',
    answers: { 200: [OptinDefinition] },
  })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OptinDefinition[]> {
    return answerPage(await this.bus.call(listOptins, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read an opt-in',
    description: 'The answer has the texts in all languages.',
    answers: { 200: OptinDefinition },
    problems: ['optin-not-found'],
  })
  get(@Param('id') id: string): Promise<OptinDefinition> {
    return this.bus.call(getOptin, { id });
  }

  @Put(':id')
  @Describe({
    summary: 'Change an opt-in; another text makes a new version',
    description: 'The body replaces the whole opt-in. Users keep the answers that they have given.',
    answers: { 200: OptinDefinition },
    problems: ['optin-not-found', 'optin-retired', 'validation-failed'],
  })
  put(@Param('id') id: string, @Body(strict) body: NewOptin): Promise<OptinDefinition> {
    return this.bus.call(putOptin, { ...body, id });
  }

  @Delete(':id')
  @Describe({
    summary: 'Retire an opt-in; users are no longer asked, and given consents stay recorded',
    description: 'To retire it twice changes nothing.',
    answers: { 200: RetiredOptin },
    problems: ['optin-not-found'],
  })
  retire(@Param('id') id: string): Promise<RetiredOptin> {
    return this.bus.call(retireOptin, { id });
  }
}
