import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { SurveyAnswer } from '@ces/contracts/campaigns/campaigns';
import { largestPage, Page } from '@ces/contracts/paging';
import {
  answerSurvey,
  AskedSurvey,
  getSurvey,
  NewSurveyAnswer,
  Survey,
  surveysOf,
} from '@ces/contracts/campaigns/surveys';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { UserToken } from '../access/tokens.js';

@ApiTags('Surveys')
@Controller('api/1/survey')
@UserToken('rewards')
export class SurveysController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Describe({
    summary: 'List the surveys that campaigns asked the user, the latest first',
    description: 'Each survey shows the answers that the user has given so far.',
    answers: { 200: [AskedSurvey] },
  })
  async asked(
    @Caller() { sub: user_id }: AccessToken,
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AskedSurvey[]> {
    const paged = await this.bus.call(surveysOf, { limit: largestPage, ...query, user_id });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':survey_id')
  @Describe({
    summary: 'Read a survey',
    description: 'The answer has the questions with their answers to choose from.',
    answers: { 200: Survey },
    problems: ['survey-not-found'],
  })
  get(@Param('survey_id') id: string): Promise<Survey> {
    return this.bus.call(getSurvey, { id });
  }

  @Post(':survey_id/answers')
  @Describe({
    summary: 'Answer a question of a survey',
    description: 'A user answers each question once, and only of a survey that a campaign asked.',
    answers: { 201: SurveyAnswer },
    problems: [
      'validation-failed',
      'survey-answer-unknown',
      'survey-not-found',
      'survey-not-asked',
      'survey-answered',
      'user-not-found',
    ],
  })
  answer(
    @Caller() { sub: user_id }: AccessToken,
    @Param('survey_id') survey_id: string,
    @Body(tolerant) body: NewSurveyAnswer,
  ): Promise<SurveyAnswer> {
    return this.bus.call(answerSurvey, { ...body, user_id, survey_id });
  }
}
