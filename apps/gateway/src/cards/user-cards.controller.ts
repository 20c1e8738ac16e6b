import { Card, CardToLink, linkCard } from '@ces/contracts/cards/cards';
import type { Locale } from '@ces/contracts/locale';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { strict } from '../http/bodies/check-pipe.js';
import { InLocale } from '../http/parameters/locale.js';

@ApiTags('Administration: users')
@Controller('api/1/admin/users/:user_id/cards')
@AdminRoutes('cards:issue')
export class UserCardsController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @HttpCode(200)
  @Describe({
    summary: "Add a card to a user's account",
    description:
      'The same rules hold as when the user adds the card, but for the limit of wrong numbers. A card that the user has already is ' +
      'answered in the same way.',
    answers: { 200: Card },
    problems: [
      'validation-failed',
      'user-not-found',
      'card-unknown',
      'card-taken',
      'card-not-usable',
      'card-limit-reached',
    ],
  })
  link(@Param('user_id') user_id: string, @InLocale() locale: Locale, @Body(strict) body: CardToLink): Promise<Card> {
    return this.bus.call(linkCard, { ...body, user_id, locale });
  }
}
