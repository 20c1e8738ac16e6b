import { SearchPage } from '@ces/contracts/paging';
import {
  createSurvey,
  getSurvey,
  listSurveys,
  NewSurvey,
  putSurvey,
  Survey,
  SurveyResults,
  surveyResults,
} from '@ces/contracts/campaigns/surveys';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

@ApiTags('Administration: surveys')
@Controller('api/1/admin/surveys')
@AdminRoutes('rewards:manage')
export class SurveysAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Define a survey',
    description: 'Questions and answers get ids, unless you give them.',
    answers: { 201: Survey },
    problems: ['validation-failed'],
  })
  create(@Body(strict) body: NewSurvey): Promise<Survey> {
    return this.bus.call(createSurvey, body);
  }

  @Get()
  @Describe({ summary: 'List the surveys', description: 'The list is newest first.', answers: { 200: [Survey] } })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Survey[]> {
    return answerPage(await this.bus.call(listSurveys, query), query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read a survey',
    description: 'The answer has the questions with their answers to choose from.',
    answers: { 200: Survey },
    problems: ['survey-not-found'],
  })
  get(@Param('id') id: string): Promise<Survey> {
    return this.bus.call(getSurvey, { id });
  }

  @Get(':id/results')
  @Describe({
    summary: 'Count the answers to a survey, by question and answer',
    description:
      'The counts are exact. A user answers a question once. Questions that the survey has no more are left out.',
    answers: { 200: SurveyResults },
    problems: ['survey-not-found'],
  })
  results(@Param('id') id: string): Promise<SurveyResults> {
    return this.bus.call(surveyResults, { id });
  }

  @Put(':id')
  @Describe({
    summary: 'Replace title and questions; given answers stay, and questions with the same text keep their ids',
    description: 'The body replaces the whole survey.',
    answers: { 200: Survey },
    problems: ['validation-failed', 'survey-not-found'],
  })
  put(@Param('id') id: string, @Body(strict) body: NewSurvey): Promise<Survey> {
    return this.bus.call(putSurvey, { ...body, id });
  }
}
