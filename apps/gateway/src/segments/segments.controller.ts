import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { Page } from '@ces/contracts/paging';
import {
  DeletedSegment,
  deleteSegment,
  ExternalSegment,
  getSegment,
  listSegments,
  SegmentMember,
  segmentMembers,
} from '@ces/contracts/segments/segments';
import { Bus } from '@ces/messaging/calls/bus';
import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminAuditGuard, AuditGuard } from '../access/audit.guard.js';
import { Describe, type ByMediaType } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { changerOfMade, ClientToken } from '../access/tokens.js';
import { SegmentUploadService, type SegmentRequest } from './segment-upload.service.js';

const uploadProblems = ['form-malformed', 'validation-failed', 'csv-invalid', 'segment-identifier-unknown'] as const;

const fields = {
  title: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'The name of the segment.',
    example: 'Newsletter readers',
  },
  identifier: { type: 'string', description: 'Name of a configured OpenID provider', example: 'demo' },
  file: {
    type: 'string',
    format: 'binary',
    contentMediaType: 'text/csv',
    description: 'UTF-8, one column without header; each line holds one identifier of the provider; up to 512 MiB',
  },
};
const id = { type: 'string', description: 'The id of the segment, as in the path.' };

function formOf(properties: object): ByMediaType {
  const schema = { type: 'object', required: ['title', 'identifier', 'file'], properties };
  return { content: { 'multipart/form-data': { schema, encoding: { file: { contentType: 'text/csv' } } } } };
}

@ApiTags('External segments')
@Controller('api/1/external-segmentation/external-segment')
@ClientToken('segments')
export class SegmentsController {
  constructor(
    private readonly bus: Bus,
    private readonly uploads: SegmentUploadService,
    private readonly config: GatewayConfig,
  ) {}

  @Post() // row 28
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  @Describe({
    summary: 'Create a segment of the users whose identifiers at a provider are in a CSV file',
    description:
      'The file streams through and is processed soon after. Read the segment until its state is `processed`.',
    answers: { 200: ExternalSegment },
    problems: [...uploadProblems, 'segments-too-many'],
    body: formOf(fields),
  })
  create(@Req() request: SegmentRequest): Promise<ExternalSegment> {
    return this.uploads.upload(request);
  }

  @Get('list') // row 29
  @Describe({
    summary: 'List the segments, the newest first',
    description: 'A client sees the segments of all clients.',
    answers: { 200: [ExternalSegment] },
  })
  async list(
    @Query(tolerant) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ExternalSegment[]> {
    return answerPage(await this.bus.call(listSegments, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':segment_id') // row 30
  @Describe({
    summary: 'Read a segment',
    description: 'While the file is processed, `progress` says how far it is.',
    answers: { 200: ExternalSegment },
    problems: ['segment-not-found'],
  })
  get(@Param('segment_id') segment_id: string): Promise<ExternalSegment> {
    return this.bus.call(getSegment, { segment_id });
  }

  @Get(':segment_id/members')
  @Describe({
    summary: 'List the current members of a segment',
    description: 'While a new file is processed, these are the members by the file before.',
    answers: { 200: [SegmentMember] },
    problems: ['segment-not-found'],
  })
  async members(
    @Param('segment_id') segment_id: string,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SegmentMember[]> {
    const members = await this.bus.call(segmentMembers, { ...query, segment_id }, { timeout: 30_000 });
    return answerPage(members, query, request, reply, this.config.PUBLIC_URL);
  }

  @Post(':segment_id') // row 31
  @UseGuards(AdminAuditGuard)
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  @Describe({
    summary: 'Replace the file of a segment; its members stay until the new file is processed',
    description:
      'Only the client that made the segment, or one with `admin`, may do that. A newer file overtakes an older one.',
    answers: { 200: ExternalSegment },
    problems: [...uploadProblems, 'segment-not-found', 'segment-of-another-client'],
    body: formOf({ ...fields, id }),
  })
  renew(@Param('segment_id') segment_id: string, @Req() request: SegmentRequest): Promise<ExternalSegment> {
    return this.uploads.upload(request, segment_id);
  }

  @Delete(':segment_id') // row 32
  @UseGuards(AuditGuard)
  @Describe({
    summary: 'Delete a segment that is processed and that no campaign uses',
    description: 'Only the client that made the segment, or one with `admin`, may do that.',
    answers: { 200: DeletedSegment },
    problems: ['segment-not-found', 'segment-of-another-client', 'segment-not-processed', 'segment-in-use'],
  })
  delete(@Param('segment_id') segment_id: string, @Caller() caller: AccessToken): Promise<DeletedSegment> {
    return this.bus.call(deleteSegment, { segment_id, by: changerOfMade(caller) });
  }
}
