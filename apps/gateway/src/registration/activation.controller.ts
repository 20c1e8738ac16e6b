import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { hashingPatience, Username } from '@ces/contracts/identity/credentials';
import type { Locale } from '@ces/contracts/locale';
import {
  Activated,
  activateUser,
  activateWithPassword,
  ActivationWithPassword,
  confirmActivation,
  ConfirmedActivation,
  MailedNonce,
  PendingRegistration,
  pendingRegistration,
  rejectRegistration,
  RemovedRegistration,
  Renewal,
  renewActivation,
  resendActivation,
} from '@ces/contracts/identity/registration';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { CallerAddress } from '../http/parameters/addresses.js';
import { tolerant, tolerantOfText } from '../http/bodies/check-pipe.js';
import { InLocale } from '../http/parameters/locale.js';
import { presenter } from '../access/presenter.js';
import { ClientToken, OptionalToken, OptionalTokenForRead } from '../access/tokens.js';

/** Row 20, and the calls of our own activation page. */
@ApiTags('Registration')
@Controller('api/1/user/activator')
export class ActivationController {
  constructor(private readonly bus: Bus) {}

  @Post('uniquelink') // row 20
  @HttpCode(200)
  @OptionalToken()
  @Describe({
    summary: 'Activate an account with the nonce from the mail',
    description:
      'The nonce is the credential, so no token is needed. It works once. A token that comes with it must be of the client that registered the user.',
    answers: { 200: Activated },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone'],
  })
  activate(@Body(tolerant) { nonce }: MailedNonce, @Caller() caller?: AccessToken): Promise<Activated> {
    return this.bus.call(activateUser, { nonce, ...presenter(caller) });
  }

  @Post('registration')
  @HttpCode(200)
  @OptionalTokenForRead()
  @Describe({
    summary: 'Read the registration that the nonce from the mail activates, without changing it',
    description: 'A page shows this before the owner of the mailbox decides.',
    answers: { 200: PendingRegistration },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone'],
  })
  pending(@Body(tolerant) { nonce }: MailedNonce): Promise<PendingRegistration> {
    return this.bus.call(pendingRegistration, { nonce });
  }

  @Post('confirm')
  @HttpCode(200)
  @OptionalToken()
  @Describe({
    summary: 'Activate an account with the nonce from the mail and the password of the registration',
    description: 'After several wrong passwords the next tries must wait.',
    answers: { 200: Activated },
    problems: ['validation-failed', 'password-wrong', 'token-invalid', 'nonce-invalid', 'nonce-gone', 'rate-limited'],
  })
  confirm(
    @Body(tolerant) { nonce, password }: ConfirmedActivation,
    @CallerAddress() address: string,
  ): Promise<Activated> {
    return this.bus.call(confirmActivation, { nonce, password, address }, hashingPatience);
  }

  @Post('password')
  @HttpCode(200)
  @OptionalToken()
  @Describe({
    summary: 'Activate an account with the nonce from the mail and a new password',
    description: 'The new password voids the one of the registration.',
    answers: { 200: Activated },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone'],
  })
  activateWithPassword(@Body(tolerant) { nonce, password }: ActivationWithPassword): Promise<Activated> {
    return this.bus.call(activateWithPassword, { nonce, password }, hashingPatience);
  }

  @Post('reject')
  @HttpCode(200)
  @OptionalToken()
  @Describe({
    summary: 'Remove the registration that the nonce from the mail would activate',
    description: 'For somebody who did not register. The name is free again.',
    answers: { 200: RemovedRegistration },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone'],
  })
  reject(@Body(tolerant) { nonce }: MailedNonce): Promise<RemovedRegistration> {
    return this.bus.call(rejectRegistration, { nonce });
  }

  @Post('renew')
  @HttpCode(200)
  @OptionalToken()
  @Describe({
    summary: 'Mail a new activation link to the address that got this nonce',
    description: 'The nonce may be used or expired.',
    answers: { 200: Renewal },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone', 'user-activated', 'user-not-found'],
  })
  renew(@Body(tolerant) { nonce }: MailedNonce, @InLocale() locale: Locale): Promise<Renewal> {
    return this.bus.call(renewActivation, { nonce, locale });
  }

  @Post('resend')
  @HttpCode(204)
  @ClientToken('registration')
  @Describe({
    summary: 'Mail the activation link again',
    description: 'The answer is the same for every name, so it tells nothing about the name.',
    answers: {
      204: 'The service mails the link if the name has an account without activation; the answer is the same for every name',
    },
    problems: ['validation-failed'],
  })
  async resend(
    @Body(tolerantOfText) { username }: Username,
    @Caller() { client_id }: AccessToken,
    @InLocale() locale: Locale,
  ): Promise<void> {
    await this.bus.call(resendActivation, { username, client_id, locale });
  }
}
