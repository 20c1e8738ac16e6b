import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { changeOptins, Optin, OptinAnswers, readOptins, RegistrationOptinsQuery } from '@ces/contracts/optins';
import { Bus } from '@ces/messaging/bus';
import { Body, Controller, Get, Ip, Put, Req } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Describe } from './docs/describe.js';
import { queryOrBody, tolerant } from './http/check-pipe.js';
import type { Locale } from '@ces/contracts/locale';
import { InLocale } from './http/locale.js';
import { ClientOrUserToken } from './http/tokens.js';

const forRegistration = { type: String, required: false };

@ApiTags('Opt-ins')
@Controller('api/1/user/optins')
@ClientOrUserToken({ client: 'registration', user: 'optins' })
export class OptinsController {
  constructor(private readonly bus: Bus) {}

  @Get() // row 16 with a client token, row 24 with a user token
  @ApiQuery({ ...forRegistration, name: 'auth_nonce', description: 'With a client token: whose registration it is' })
  @ApiQuery({ ...forRegistration, name: 'identifier', description: 'Card number; the answer does not depend on it' })
  @Describe({
    summary: "The opt-ins that registration asks for, or a user's opt-ins",
    answers: { 200: [Optin] },
    problems: ['nonce-invalid', 'nonce-gone'],
  })
  async read(@Caller() caller: AccessToken, @InLocale() locale: Locale, @Req() request: FastifyRequest) {
    const whose = caller.token_use === 'user' ? {} : await queryOrBody(RegistrationOptinsQuery, request);
    return this.bus.call(readOptins, { ...whose, ...who(caller), locale });
  }

  @Put('change') // row 17
  @Describe({
    summary: 'Answer opt-ins, all or none of them',
    answers: { 200: [Optin] },
    problems: ['nonce-invalid', 'nonce-gone', 'validation-failed', 'optin-unknown', 'optin-fixed', 'user-not-found'],
  })
  change(
    @Caller() caller: AccessToken,
    @InLocale() locale: Locale,
    @Ip() address: string,
    @Body(tolerant) body: OptinAnswers,
  ): Promise<Optin[]> {
    return this.bus.call(changeOptins, { ...body, ...who(caller), locale, address });
  }
}

/** A user token says whose opt-ins are meant; with a client token the nonce does. */
function who({ token_use, sub, client_id }: AccessToken) {
  return token_use === 'user' ? { user_id: sub, client_id } : { client_id };
}
