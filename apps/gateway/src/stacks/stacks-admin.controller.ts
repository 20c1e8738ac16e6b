import { SearchPage } from '@ces/contracts/paging';
import { createStack, getStack, listStacks, NewStack, putStack, Stack } from '@ces/contracts/campaigns/stacks';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

@ApiTags('Administration: stacks')
@Controller('api/1/admin/stacks')
@AdminRoutes('rewards:manage')
export class StacksAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Define a stack',
    description: 'A stack is a kind of points, with at least one block.',
    answers: { 201: Stack },
    problems: ['validation-failed'],
  })
  create(@Body(strict) body: NewStack): Promise<Stack> {
    return this.bus.call(createStack, body);
  }

  @Get()
  @Describe({ summary: 'List the stacks', description: 'The list is newest first.', answers: { 200: [Stack] } })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Stack[]> {
    return answerPage(await this.bus.call(listStacks, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read a stack',
    description: 'The answer has its blocks.',
    answers: { 200: Stack },
    problems: ['stack-not-found'],
  })
  get(@Param('id') id: string): Promise<Stack> {
    return this.bus.call(getStack, { id });
  }

  @Put(':id')
  @Describe({
    summary: 'Rename a stack or its blocks, or add blocks; existing blocks stay',
    description: 'Name a block by its id to rename it. A block without an id is new.',
    answers: { 200: Stack },
    problems: ['validation-failed', 'stack-not-found'],
  })
  put(@Param('id') id: string, @Body(strict) body: NewStack): Promise<Stack> {
    return this.bus.call(putStack, { ...body, id });
  }
}
