import {
  CardDefinition,
  createCardDefinition,
  getCardDefinition,
  listCardDefinitions,
  NewCardDefinition,
  putCardDefinition,
} from '@ces/contracts/cards/card-definitions';
import { SearchPage } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strictWithText } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

@ApiTags('Administration: cards')
@Controller('api/1/admin/card-definitions')
@AdminRoutes('cards:manage')
export class CardDefinitionsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Define a kind of card',
    description:
      'A field that is absent gets the initial value of the definition `default`, which exists from the start.',
    answers: { 201: CardDefinition },
    problems: ['validation-failed', 'card-definition-conflict'],
  })
  create(@Body(strictWithText) body: NewCardDefinition): Promise<CardDefinition> {
    return this.bus.call(createCardDefinition, body);
  }

  @Get()
  @Describe({
    summary: 'List the card definitions',
    description: 'The list is newest first.',
    answers: { 200: [CardDefinition] },
  })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CardDefinition[]> {
    return answerPage(await this.bus.call(listCardDefinitions, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read a card definition by its id or name',
    description: 'The answer has its tiers in their order.',
    answers: { 200: CardDefinition },
    problems: ['card-definition-not-found'],
  })
  get(@Param('id') id: string): Promise<CardDefinition> {
    return this.bus.call(getCardDefinition, { id });
  }

  @Put(':id')
  @Describe({
    summary: 'Replace a card definition; tiers that it no longer names get no new cards',
    description: 'The body replaces the whole definition. Cards keep their tiers.',
    answers: { 200: CardDefinition },
    problems: ['card-definition-not-found', 'validation-failed', 'card-definition-conflict'],
  })
  put(@Param('id') id: string, @Body(strictWithText) body: NewCardDefinition): Promise<CardDefinition> {
    return this.bus.call(putCardDefinition, { ...body, id });
  }
}
