import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { hashingPatience } from '@ces/contracts/identity/credentials';
import {
  changePassword,
  ForgottenPassword,
  forgotPassword,
  PasswordChange,
  PasswordReset,
  renewPasswordReset,
  resetPassword,
} from '@ces/contracts/identity/passwords';
import { MailedNonce, Renewal } from '@ces/contracts/identity/registration';
import type { Locale } from '@ces/contracts/locale';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ClientToken, OptionalToken, UserToken } from '../access/tokens.js';
import { Describe } from '../docs/describe.js';
import { tolerant, tolerantOfText } from '../http/bodies/check-pipe.js';
import { CallerAddress } from '../http/parameters/addresses.js';
import { InLocale } from '../http/parameters/locale.js';

@ApiTags('Passwords')
@Controller('api/1/user/password')
export class PasswordsController {
  constructor(private readonly bus: Bus) {}

  @Post('forgot')
  @HttpCode(204)
  @ClientToken('registration')
  @Describe({
    summary: 'Mail a link to choose a new password',
    description: 'The answer is the same for every name, so it tells nothing about the name.',
    answers: {
      204: 'The service mails the link if the name has an account; the answer is the same for every name',
    },
    problems: ['validation-failed'],
  })
  async forgot(
    @Body(tolerantOfText) { username, password_url }: ForgottenPassword,
    @Caller() { client_id }: AccessToken,
    @InLocale() locale: Locale,
  ): Promise<void> {
    await this.bus.call(forgotPassword, { username, password_url: password_url ?? null, client_id, locale });
  }

  @Post('renew')
  @HttpCode(200)
  @OptionalToken()
  @Describe({
    summary: 'Mail a new link for a new password to the address that got this nonce',
    description: 'The nonce may be used or expired.',
    answers: { 200: Renewal },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone', 'user-not-found'],
  })
  renew(@Body(tolerant) { nonce }: MailedNonce, @InLocale() locale: Locale): Promise<Renewal> {
    return this.bus.call(renewPasswordReset, { nonce, locale });
  }

  @Post('reset')
  @HttpCode(204)
  @OptionalToken()
  @Describe({
    summary: 'Set a new password with the nonce from the mail',
    description: 'This activates the account and ends all sign-ins of the user.',
    answers: { 204: 'The password is set, and the user gets a mail about it' },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone'],
  })
  async reset(@Body(tolerant) { nonce, password }: PasswordReset, @InLocale() locale: Locale): Promise<void> {
    await this.bus.call(resetPassword, { nonce, password, locale }, hashingPatience);
  }

  @Post('change')
  @HttpCode(204)
  @UserToken('account')
  @Describe({
    summary: 'Change the own password',
    description: 'This ends all other sign-ins of the user.',
    answers: { 204: 'The password is changed, and the user gets a mail about it' },
    problems: ['validation-failed', 'password-wrong', 'user-not-found', 'password-missing', 'rate-limited'],
  })
  async change(
    @Body(tolerant) { password, new_password }: PasswordChange,
    @Caller() { sub: user_id, client_id, jti }: AccessToken,
    @InLocale() locale: Locale,
    @CallerAddress() address: string,
  ): Promise<void> {
    const by = { user_id, client_id, jti, address };
    await this.bus.call(changePassword, { password, new_password, ...by, locale }, hashingPatience);
  }
}
