import {
  beginReconciliation,
  getReconciliation,
  listReconciliations,
  NewReconciliation,
  Reconciliation,
} from '@ces/contracts/operation/reconciliations';
import { Page } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { strictOrNone } from '../http/bodies/optional-body.js';
import { answerPage } from '../http/parameters/paging.js';

@ApiTags('Administration: operation')
@Controller('api/1/admin/reconciliations')
@AdminRoutes('admin')
export class ReconciliationsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiBody({ type: NewReconciliation, required: false })
  @Describe({
    summary: 'Compare what the services have published, handled and granted',
    description:
      'Covers the last 23 hours, as the command `reconcile` does. It goes on by itself; after a restart it begins anew. Asked again before its end, it is the same one. ' +
      'A repair publishes facts again that a service has not handled, and changes nothing else.',
    answers: { 202: Reconciliation },
    problems: ['validation-failed'],
  })
  begin(@Body(strictOrNone) body: NewReconciliation): Promise<Reconciliation> {
    return this.bus.call(beginReconciliation, body);
  }

  @Get()
  @Describe({
    summary: 'List the reconciliations of the last 30 days',
    description:
      'Those that were asked for here, newest first. The service also compares one hour each minute by itself.',
    answers: { 200: [Reconciliation] },
  })
  async list(
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Reconciliation[]> {
    return answerPage(await this.bus.call(listReconciliations, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read how far a reconciliation is, and what it has found',
    description: 'Ask again until `finished_at` is not null.',
    answers: { 200: Reconciliation },
    problems: ['reconciliation-not-found'],
  })
  get(@Param('id') id: string): Promise<Reconciliation> {
    return this.bus.call(getReconciliation, { id });
  }
}
