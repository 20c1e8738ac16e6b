import {
  CardChange,
  CardsToIssue,
  CardTransfer,
  changeCard,
  getCard,
  issueCards,
  IssuedCards,
  transferCard,
} from '@ces/contracts/cards/card-administration';
import { Card, RemovedCard, withdrawCard } from '@ces/contracts/cards/cards';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CardUploadService } from './card-upload.service.js';
import { Describe } from '../docs/describe.js';
import { strict } from '../http/bodies/check-pipe.js';
import type { Locale } from '@ces/contracts/locale';
import { InLocale } from '../http/parameters/locale.js';
import { AdminRoutes } from '../access/admin-routes.js';
import { isForm } from '../http/bodies/body-kind.js';

const csvForm = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        contentMediaType: 'text/csv',
        description: 'One column without header; each line holds one card number',
      },
      definition: { type: 'string', default: 'default', description: 'Name or id of the card definition' },
      tier: { type: 'string', description: 'Name or id of a tier; the first one by default' },
      expiration: {
        type: 'string',
        format: 'date-time',
        description: 'The moment when the cards expire; never by default.',
      },
    },
  },
  encoding: { file: { contentType: 'text/csv' } },
};

@ApiTags('Administration: cards')
@Controller('api/1/admin/cards')
@AdminRoutes('cards:issue')
export class CardsAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly uploads: CardUploadService,
  ) {}

  @Post()
  @RouteConfig({ multipart: true })
  @ApiExtraModels(CardsToIssue)
  @Describe({
    summary: 'Issue cards for a list of numbers, or for a CSV file with up to a million numbers',
    description:
      'Either all cards are issued or none. Send the numbers as JSON, or a form with a file of one number per line.',
    answers: { 201: IssuedCards },
    problems: ['validation-failed', 'form-malformed', 'card-definition-unknown', 'card-number-taken', 'csv-invalid'],
    body: {
      content: {
        'application/json': { schema: { $ref: getSchemaPath(CardsToIssue) } },
        'multipart/form-data': csvForm,
      },
    },
  })
  async issue(@Req() request: FastifyRequest): Promise<IssuedCards> {
    if (isForm(request)) return this.uploads.upload(request);
    return this.bus.call(issueCards, await strict.body(CardsToIssue, request.body));
  }

  @Get(':id')
  @Describe({
    summary: 'Read a card',
    description: 'The answer shows the card as its users see it.',
    answers: { 200: Card },
    problems: ['card-not-found'],
  })
  get(@Param('id') id: string, @InLocale() locale: Locale): Promise<Card> {
    return this.bus.call(getCard, { id, locale });
  }

  @Patch(':id')
  @Describe({
    summary: "Change a card's state, expiration or tier",
    description: 'A field that is absent stays as it is.',
    answers: { 200: Card },
    problems: ['card-not-found', 'card-definition-unknown', 'card-state-conflict', 'validation-failed'],
  })
  change(@Param('id') id: string, @InLocale() locale: Locale, @Body(strict) body: CardChange): Promise<Card> {
    return this.bus.call(changeCard, { ...body, id, locale });
  }

  @Delete(':id/users/:user_id')
  @Describe({
    summary: 'Remove a card from an account, even if its definition does not let users remove it',
    description: 'The card itself stays, and other users keep it.',
    answers: { 200: RemovedCard },
    problems: ['card-not-found', 'user-not-found'],
  })
  withdraw(
    @Param('id') card_id: string,
    @Param('user_id') user_id: string,
    @InLocale() locale: Locale,
  ): Promise<RemovedCard> {
    return this.bus.call(withdrawCard, { user_id, card_id, locale });
  }

  @Post(':id(^[^:/]+)::transfer')
  @HttpCode(200)
  @Describe({
    summary: 'Give a card another number',
    description: 'The card keeps its id, users and tier. Its old number is not given out again.',
    answers: { 200: Card },
    problems: ['card-not-found', 'card-number-taken', 'card-state-conflict', 'validation-failed'],
  })
  transfer(@Param('id') id: string, @InLocale() locale: Locale, @Body(strict) body: CardTransfer): Promise<Card> {
    return this.bus.call(transferCard, { ...body, id, locale });
  }
}
