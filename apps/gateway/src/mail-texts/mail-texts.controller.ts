import {
  getMailText,
  listMailTexts,
  MailPreview,
  MailText,
  MailWords,
  previewMailText,
  putMailText,
  resetMailText,
  UnsavedMailWords,
} from '@ces/contracts/identity/mails/mail-texts';
import { Page } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { pageOfWhole } from '@ces/service/database/whole-list';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { strictOrNone } from '../http/bodies/optional-body.js';
import { answerPage } from '../http/parameters/paging.js';

@ApiTags('Administration: mail texts')
@Controller('api/1/admin/mail-texts')
@AdminRoutes('admin')
export class MailTextsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Describe({
    summary: 'List the texts of mails',
    description: 'Each kind of mail in each language, as it is sent now.',
    answers: { 200: [MailText] },
  })
  async list(
    @Query(listed) query: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MailText[]> {
    const texts = await this.bus.call(listMailTexts, {});
    const paged = pageOfWhole(texts, ({ kind, language }) => [kind, language], query);
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':kind/:language')
  @Describe({
    summary: 'Read the text of a mail',
    description: 'As it is sent now.',
    answers: { 200: MailText },
    problems: ['mail-text-not-found'],
  })
  get(@Param('kind') kind: string, @Param('language') language: string): Promise<MailText> {
    return this.bus.call(getMailText, { kind, language });
  }

  @Put(':kind/:language')
  @Describe({
    summary: 'Change the text of a mail',
    description: 'Mails that are sent five seconds later have the new text, also those that wait.',
    answers: { 200: MailText },
    problems: ['validation-failed', 'mail-text-not-found'],
  })
  put(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Body(strict) body: MailWords,
  ): Promise<MailText> {
    return this.bus.call(putMailText, { ...body, kind, language });
  }

  @Delete(':kind/:language')
  @Describe({
    summary: 'Bring the text of the installation back',
    description: 'The answer is the text that is sent from now on. Where nothing was changed, nothing happens.',
    answers: { 200: MailText },
    problems: ['mail-text-not-found'],
  })
  reset(@Param('kind') kind: string, @Param('language') language: string): Promise<MailText> {
    return this.bus.call(resetMailText, { kind, language });
  }

  @Post(':kind/:language(^[^:/]+)::preview')
  @HttpCode(200)
  @ApiBody({ type: UnsavedMailWords, required: false })
  @Describe({
    summary: 'See a mail before its text is saved',
    description: 'Nothing is stored or sent. Words that are absent are those of now; the link is made up.',
    answers: { 200: MailPreview },
    problems: ['validation-failed', 'mail-text-not-found'],
  })
  preview(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Body(strictOrNone) body: UnsavedMailWords,
  ): Promise<MailPreview> {
    return this.bus.call(previewMailText, { ...body, kind, language });
  }
}
