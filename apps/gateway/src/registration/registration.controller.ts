import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import type { Locale } from '@ces/contracts/locale';
import { AuthNonce, completeRegistration, NextStep, nextStep } from '@ces/contracts/identity/registration';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Describe } from '../docs/describe.js';
import { tolerant } from '../http/bodies/check-pipe.js';
import { InLocale } from '../http/parameters/locale.js';
import { Skipped } from './skipped-steps.js';
import { ClientToken } from '../access/tokens.js';

@ApiTags('Registration')
@Controller('api/1/user')
export class RegistrationController {
  constructor(private readonly bus: Bus) {}

  @Get('complete-step') // row 13
  @ClientToken('registration')
  @ApiQuery({ name: 'skip[]', required: false, type: [Number], description: 'Steps to skip, 1 to 4' })
  @Describe({
    summary: 'Read the next missing step of a registration',
    description:
      'The steps are 1 `user-credentials`, 2 `user-person`, 3 `user-optins`, 4 `customer-card`. The call changes nothing.',
    answers: { 200: NextStep, 204: 'No step is missing' },
    problems: ['nonce-invalid', 'nonce-gone'],
  })
  async nextStep(
    @Query(tolerant) { auth_nonce }: AuthNonce,
    @Skipped() skip: number[],
    @Caller() { client_id }: AccessToken,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NextStep | undefined> {
    const next = await this.bus.call(nextStep, { auth_nonce, client_id, skip });
    if (!next) void reply.status(204);
    return next ?? undefined;
  }

  @Post('complete') // row 19
  @HttpCode(204)
  @ClientToken('registration')
  @Describe({
    summary: 'Complete a registration; the service mails the user an activation link',
    description: 'All required steps must be done. The user signs in after the activation.',
    answers: { 204: 'The service sends the mail' },
    problems: ['validation-failed', 'nonce-invalid', 'registration-incomplete', 'nonce-gone'],
  })
  async complete(
    @Body(tolerant) { auth_nonce }: AuthNonce,
    @Caller() { client_id }: AccessToken,
    @InLocale() locale: Locale,
  ): Promise<void> {
    await this.bus.call(completeRegistration, { auth_nonce, client_id, locale });
  }
}
