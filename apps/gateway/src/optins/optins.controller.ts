import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { Page } from '@ces/contracts/paging';
import {
  changeOptins,
  Optin,
  OptinAnswers,
  readOptins,
  RegistrationOptinsQuery,
  type OptinsShown,
} from '@ces/contracts/cards/optins';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, Ip, Put, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyProblems } from '../docs/complete-document.js';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { tolerant } from '../http/bodies/check-pipe.js';
import { queryOrBody } from '../http/bodies/query-or-body.js';
import type { Locale } from '@ces/contracts/locale';
import { InLocale, wishedLocales } from '../http/parameters/locale.js';
import { answerPage } from '../http/parameters/paging.js';
import { ClientOrUserToken } from '../access/tokens.js';

const forRegistration = { type: String, required: false };

@ApiTags('Opt-ins')
@Controller('api/1/user/optins')
@ClientOrUserToken({ client: 'registration', user: 'optins' })
export class OptinsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Get() // row 16 with a client token, row 24 with a user token
  @ApiQuery({
    ...forRegistration,
    name: 'auth_nonce',
    description: 'With a client token: the nonce of the registration',
  })
  @ApiQuery({ ...forRegistration, name: 'identifier', description: 'Card number; the answer does not depend on it' })
  @Describe({
    summary: "List the opt-ins that registration asks for, or a user's opt-ins",
    description:
      'A client token needs the `auth_nonce` of the registration. A user token reads the opt-ins of its user.',
    answers: { 200: [Optin] },
    // Row 16 may send its parameters as a body.
    problems: ['nonce-invalid', 'nonce-gone', 'validation-failed', ...bodyProblems],
  })
  async read(
    @Caller() caller: AccessToken,
    @InLocale() locale: Locale,
    @Query(tolerant) page: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Optin[]> {
    const whose = caller.token_use === 'user' ? {} : await queryOrBody(RegistrationOptinsQuery, request);
    const wanted = { ...page, ...whose, ...callerOf(caller), locale, locales: wishedLocales(request) };
    const shown = await this.bus.call(readOptins, wanted);
    setLanguage(shown, reply);
    return answerPage(shown, page, request, reply, this.config.PUBLIC_URL);
  }

  @Put('change') // row 17
  @Describe({
    summary: 'Answer several opt-ins; the service stores all answers or none',
    description:
      'A client token needs the `auth_nonce` of the registration. Every change is kept in `updates`, which shows the last ' +
      '1,000; where there are more than 20 opt-ins, this answer shows fewer of each.',
    answers: { 200: [Optin] },
    problems: ['nonce-invalid', 'nonce-gone', 'validation-failed', 'optin-unknown', 'optin-fixed', 'user-not-found'],
  })
  async change(
    @Caller() caller: AccessToken,
    @InLocale() locale: Locale,
    @Ip() address: string,
    @Body(tolerant) body: OptinAnswers,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Optin[]> {
    const wanted = { ...body, ...callerOf(caller), locale, locales: wishedLocales(request), address };
    const shown = await this.bus.call(changeOptins, wanted);
    setLanguage(shown, reply);
    return shown.items;
  }
}

/** Opt-ins may have texts in more languages than the rest of the API. */
function setLanguage({ locale }: OptinsShown, reply: FastifyReply): void {
  void reply.header('Content-Language', locale.replace('_', '-'));
}

/** A user token names the user. With a client token the nonce does. */
function callerOf({ token_use, sub, client_id }: AccessToken) {
  return token_use === 'user' ? { user_id: sub, client_id } : { client_id };
}
