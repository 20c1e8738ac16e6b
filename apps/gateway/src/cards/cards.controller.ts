import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  addCard,
  Card,
  cardRepresentation,
  cardsOfUser,
  CardToAdd,
  featureCard,
  removeCard,
  RemovedCard,
  UserCards,
} from '@ces/contracts/cards/cards';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { tolerantOfText } from '../http/bodies/check-pipe.js';
import type { Locale } from '@ces/contracts/locale';
import { InLocale } from '../http/parameters/locale.js';
import { ClientOrUserToken, UserToken } from '../access/tokens.js';

const imageProblems = ['card-not-found', 'card-representation-none'] as const;

@ApiTags('Cards')
@Controller('api')
export class CardsController {
  constructor(private readonly bus: Bus) {}

  @Get('2/card/user') // row 21
  @UserToken('cards')
  @Describe({
    summary: "List the user's cards, the featured one first",
    description: 'The user is the one of the token.',
    answers: { 200: UserCards },
  })
  ofUser(@Caller() { sub: user_id }: AccessToken, @InLocale() locale: Locale): Promise<UserCards> {
    return this.bus.call(cardsOfUser, { user_id, locale });
  }

  @Post('1/card/add') // row 18
  @HttpCode(200)
  @ClientOrUserToken({ client: 'registration', user: 'cards' })
  @Describe({
    summary: "Add a card to the user's account or, with a client token, to a registration",
    description:
      'With a client token send the `auth_nonce` of the registration. After several unknown numbers the next tries must wait.',
    answers: { 200: Card },
    problems: [
      'nonce-invalid',
      'nonce-gone',
      'validation-failed',
      'card-unknown',
      'card-taken',
      'card-not-usable',
      'card-limit-reached',
      'user-not-found',
      'rate-limited',
    ],
  })
  add(
    @Caller() { token_use, sub, client_id }: AccessToken,
    @InLocale() locale: Locale,
    @Body(tolerantOfText) body: CardToAdd,
  ): Promise<Card> {
    const whose = token_use === 'user' ? { user_id: sub } : {};
    return this.bus.call(addCard, { ...body, ...whose, client_id, locale });
  }

  @Get('1/card/:id/representation.svg')
  @UserToken('cards')
  @Header('Content-Type', 'image/svg+xml')
  @Describe({
    summary: 'Read the barcode of an own card as SVG',
    description: 'The kind of barcode follows from the card definition.',
    answers: { 200: { description: 'The image', content: { 'image/svg+xml': { schema: { type: 'string' } } } } },
    problems: [...imageProblems],
  })
  async svg(@Caller() { sub: user_id }: AccessToken, @Param('id') card_id: string): Promise<string> {
    return (await this.bus.call(cardRepresentation, { user_id, card_id, format: 'svg' })).content;
  }

  @Get('1/card/:id/representation.png')
  @UserToken('cards')
  @Header('Content-Type', 'image/png')
  @Describe({
    summary: 'Read the barcode of an own card as PNG',
    description: 'The kind of barcode follows from the card definition.',
    answers: {
      200: { description: 'The image', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
    },
    problems: [...imageProblems],
  })
  async png(@Caller() { sub: user_id }: AccessToken, @Param('id') card_id: string): Promise<Buffer> {
    const { content } = await this.bus.call(cardRepresentation, { user_id, card_id, format: 'png' });
    return Buffer.from(content, 'base64');
  }

  @Post('1/card/:id(^[^:/]+)::feature')
  @HttpCode(200)
  @UserToken('cards')
  @Describe({
    summary: "Make a card the first of the user's cards",
    description: 'The first card is the one that apps show.',
    answers: { 200: Card },
    problems: ['card-not-found', 'user-not-found'],
  })
  feature(
    @Caller() { sub: user_id }: AccessToken,
    @InLocale() locale: Locale,
    @Param('id') card_id: string,
  ): Promise<Card> {
    return this.bus.call(featureCard, { user_id, card_id, locale });
  }

  @Delete('1/card/:id')
  @UserToken('cards')
  @Describe({
    summary: 'Remove a card from the own account',
    description: 'The card definition says whether users may do that.',
    answers: { 200: RemovedCard },
    problems: ['card-not-found', 'card-not-removable', 'user-not-found'],
  })
  remove(
    @Caller() { sub: user_id }: AccessToken,
    @InLocale() locale: Locale,
    @Param('id') card_id: string,
  ): Promise<RemovedCard> {
    return this.bus.call(removeCard, { user_id, card_id, locale });
  }
}
