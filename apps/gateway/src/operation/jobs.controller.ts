import {
  cancelJob,
  getJob,
  Job,
  JobPage,
  listJobs,
  ReplayDeadLetters,
  replayDeadLetters,
} from '@ces/contracts/operation/jobs';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';

@ApiTags('Administration: operation')
@Controller('api/1/admin')
@AdminRoutes('dead-letters:manage')
export class JobsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post('dead-letters::replay')
  @HttpCode(202)
  @Describe({
    summary: 'Handle many dead letters again',
    description:
      'Mend the cause first. The answer is a job that goes on by itself, also after a restart. Letters that come later ' +
      'than the job are left alone, and those that fail again stay.',
    answers: { 202: Job },
    problems: ['validation-failed'],
  })
  replay(@Body(strict) body: ReplayDeadLetters): Promise<Job> {
    return this.bus.call(replayDeadLetters, body);
  }

  @Get('jobs')
  @Describe({
    summary: 'List the jobs of the last 30 days',
    description: 'The list is newest first.',
    answers: { 200: [Job] },
  })
  async list(
    @Query(listed) query: JobPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Job[]> {
    return answerPage(await this.bus.call(listJobs, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get('jobs/:id')
  @Describe({
    summary: 'Read how far a job is',
    description: 'Ask again until `finished_at` is not null.',
    answers: { 200: Job },
    problems: ['job-not-found'],
  })
  get(@Param('id') id: string): Promise<Job> {
    return this.bus.call(getJob, { id });
  }

  @Post('jobs/:id(^[^:/]+)::cancel')
  @HttpCode(200)
  @Describe({
    summary: 'Cancel a job',
    description: 'What it has done stays done. A job that has ended stays as it is.',
    answers: { 200: Job },
    problems: ['job-not-found'],
  })
  cancel(@Param('id') id: string): Promise<Job> {
    return this.bus.call(cancelJob, { id });
  }
}
