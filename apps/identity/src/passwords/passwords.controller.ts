import * as contract from '@ces/contracts/identity/passwords';
import type { RenewalWish } from '@ces/contracts/identity/registration';
import { Handle, HandleInTwo } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ForgottenPasswordsService } from './forgotten-passwords.service.js';
import { PasswordsService } from './passwords.service.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly forgotten: ForgottenPasswordsService,
    private readonly passwords: PasswordsService,
  ) {}

  @Handle(contract.forgotPassword)
  forgot(request: contract.PasswordForgotten) {
    return this.forgotten.request(request);
  }

  @Handle(contract.renewPasswordReset)
  renew(request: RenewalWish) {
    return this.forgotten.renew(request);
  }

  @HandleInTwo(contract.resetPassword)
  reset(request: contract.PasswordResetInLocale) {
    return this.passwords.reset(request);
  }

  @HandleInTwo(contract.changePassword)
  change(request: contract.PasswordChangeOfUser) {
    return this.passwords.change(request);
  }
}
