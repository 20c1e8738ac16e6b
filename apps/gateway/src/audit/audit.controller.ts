import { AuditEntry, AuditPage, listAudit } from '@ces/contracts/identity/audit';

import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { answerPage, endedAt } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

@ApiTags('Administration: audit')
@Controller('api/1/admin/audit')
@AdminRoutes('audit:read')
export class AuditController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Describe({
    summary: 'List audit entries, newest first',
    description:
      'Every administrative call is one entry, with who made it and what came of it. Refused calls of one client in one minute share an entry.',
    answers: { 200: [AuditEntry] },
  })
  async list(
    @Query(listed) query: AuditPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntry[]> {
    const paged = endedAt(await this.bus.call(listAudit, query), query.since, ({ at }) => at);
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }
}
