import {
  BegunImport,
  getImport,
  importFaults,
  listImports,
  Member,
  MemberImport,
  MemberImportFault,
} from '@ces/contracts/identity/imports/members';
import { Page } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe, type ByMediaType } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { ImportQuery } from './import-form.js';
import { ImportUploadService } from './import-upload.service.js';

const schema = {
  type: 'object',
  required: ['file'],
  properties: {
    format: {
      type: 'string',
      enum: ['ndjson', 'csv'],
      example: 'ndjson',
      description: 'The format of the file. Without it, a file name that ends in .csv means CSV, and any other NDJSON.',
    },
    file: {
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/x-ndjson',
      contentSchema: { $ref: getSchemaPath(Member) },
      description: 'UTF-8, up to 4 GiB. NDJSON: a Member per line. CSV: the first line names the columns.',
    },
  },
};
const form: ByMediaType = {
  content: { 'multipart/form-data': { schema, encoding: { file: { contentType: 'application/x-ndjson, text/csv' } } } },
};

@ApiTags('Administration: imports')
@Controller('api/1/admin/imports')
@AdminRoutes('admin')
export class ImportsController {
  constructor(
    private readonly bus: Bus,
    private readonly uploads: ImportUploadService,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @HttpCode(202)
  @RouteConfig({ multipart: true, longUpload: true })
  @ApiExtraModels(Member)
  @Describe({
    summary: 'Import existing members from a file of NDJSON or CSV',
    description:
      'The file streams through, and its lines are imported soon after. It mails nobody and fires no campaign. The same file ' +
      'may be sent again: a line that changes nothing counts as unchanged.',
    answers: { 202: BegunImport },
    problems: ['form-malformed', 'validation-failed', 'csv-invalid'],
    body: form,
  })
  begin(@Query(listed) { dry_run }: ImportQuery, @Req() request: FastifyRequest): Promise<BegunImport> {
    return this.uploads.upload(request, dry_run === 'true');
  }

  @Get()
  @Describe({
    summary: 'List the imports of the last 30 days',
    description: 'The list is newest first.',
    answers: { 200: [MemberImport] },
  })
  async list(
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MemberImport[]> {
    return answerPage(await this.bus.call(listImports, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read how far an import is, and what its lines did',
    description: 'Counts and faults are kept for 30 days.',
    answers: { 200: MemberImport },
    problems: ['import-not-found'],
  })
  get(@Param('id') id: string): Promise<MemberImport> {
    return this.bus.call(getImport, { id });
  }

  @Get(':id/faults')
  @Describe({
    summary: 'List why lines of an import were refused',
    description: 'The list is in the order of the file. Mend the lines and send the file again.',
    answers: { 200: [MemberImportFault] },
    problems: ['import-not-found'],
  })
  async faults(
    @Param('id') id: string,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MemberImportFault[]> {
    const faults = await this.bus.call(importFaults, { ...query, id });
    return answerPage(faults, query, request, reply, this.config.PUBLIC_URL);
  }
}
