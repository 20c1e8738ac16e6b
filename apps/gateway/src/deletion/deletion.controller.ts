import type { AccessToken } from '@ces/auth/access-token';
import { clientOrOperator } from '@ces/auth/operator-caller';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  closeUser,
  DeletedUser,
  DeletionRequested,
  finishDeletion,
  requestDeletion,
} from '@ces/contracts/identity/deletion';
import type { Locale } from '@ces/contracts/locale';
import { MailedNonce } from '@ces/contracts/identity/registration';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { tolerant } from '../http/bodies/check-pipe.js';
import { InLocale } from '../http/parameters/locale.js';
import { presenter } from '../access/presenter.js';
import { ClientToken, OptionalToken, UserToken } from '../access/tokens.js';

@ApiTags('Account deletion')
@Controller('api/1/user')
export class DeletionController {
  constructor(private readonly bus: Bus) {}

  @Post(':user_id/delete') // rows 9, 26
  @HttpCode(200)
  @ClientToken('users:delete')
  @Describe({
    summary: 'Close an account at once; the service erases it when the user confirms, or after the grace time',
    description:
      'All reads answer 404 from now on, and tokens of the user stop working. The user gets a mail with a nonce. To close it twice changes nothing.',
    answers: { 200: DeletedUser },
    problems: ['user-not-found'],
  })
  close(
    @Param('user_id') user_id: string,
    @Caller() caller: AccessToken,
    @InLocale() locale: Locale,
  ): Promise<DeletedUser> {
    return this.bus.call(closeUser, { user_id, client_id: clientOrOperator(caller), locale });
  }

  @Post('delete/request') // row 25
  @HttpCode(200)
  @UserToken('account')
  @Describe({
    summary: 'Ask for the deletion of the own account; the service mails the user a link to confirm it',
    description: 'Nothing changes until the nonce of the mail is sent to `/api/1/user/delete/finish`.',
    answers: { 200: DeletionRequested },
    problems: ['user-not-found', 'mail-address-missing'],
  })
  request(@Caller() { sub, client_id }: AccessToken, @InLocale() locale: Locale): Promise<DeletionRequested> {
    return this.bus.call(requestDeletion, { user_id: sub, client_id, locale });
  }

  @Post('delete/finish') // row 27
  @HttpCode(200)
  @OptionalToken()
  @Describe({
    summary: 'Delete an account for good with the nonce from the mail',
    description:
      'The nonce is the credential, so no token is needed. A token that comes with it must be of the client that caused the mail, and a user token of this user. This cannot be undone.',
    answers: { 200: DeletedUser },
    problems: ['validation-failed', 'token-invalid', 'nonce-invalid', 'nonce-gone'],
  })
  finish(@Body(tolerant) { nonce }: MailedNonce, @Caller() caller?: AccessToken): Promise<DeletedUser> {
    return this.bus.call(finishDeletion, { nonce, ...presenter(caller) });
  }
}
