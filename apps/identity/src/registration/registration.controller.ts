import * as contract from '@ces/contracts/identity/registration';
import { Handle, HandleInTwo } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { NoncesService } from '../nonces/nonces.service.js';
import { ActivationService } from './activation.service.js';
import { MailboxOwnerService } from './mailbox-owner.service.js';
import { ResendService } from './resend.service.js';
import { StepsService } from './steps.service.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly nonces: NoncesService,
    private readonly steps: StepsService,
    private readonly activation: ActivationService,
    private readonly owners: MailboxOwnerService,
    private readonly resends: ResendService,
  ) {}

  @Handle(contract.resolveNonce)
  async resolve({ auth_nonce, client_id }: contract.NonceUse) {
    return { user_id: await this.nonces.resolve(auth_nonce, client_id) };
  }

  @Handle(contract.nextStep) // row 13
  nextStep(request: contract.StepQuestion) {
    return this.steps.next(request);
  }

  @Handle(contract.completeRegistration) // row 19
  complete(request: contract.Completion) {
    return this.activation.complete(request);
  }

  @Handle(contract.activateUser) // row 20
  activate(request: contract.PresentedNonce) {
    return this.activation.activate(request);
  }

  @Handle(contract.pendingRegistration)
  pending(request: contract.MailedNonce) {
    return this.owners.pending(request.nonce);
  }

  @HandleInTwo(contract.confirmActivation)
  confirm(request: contract.ConfirmedActivationFrom) {
    return this.owners.confirm(request);
  }

  @HandleInTwo(contract.activateWithPassword)
  activateWithPassword(request: contract.ActivationWithPassword) {
    return this.owners.activateWithPassword(request);
  }

  @Handle(contract.rejectRegistration)
  reject(request: contract.MailedNonce) {
    return this.owners.reject(request.nonce);
  }

  @Handle(contract.renewActivation)
  renew(request: contract.RenewalWish) {
    return this.resends.renew(request);
  }

  @Handle(contract.resendActivation)
  resend(request: contract.ResendRequest) {
    return this.resends.request(request);
  }
}
