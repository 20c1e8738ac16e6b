import * as contract from '@ces/contracts/registration';
import { Handle } from '@ces/messaging/handle';
import { Controller } from '@nestjs/common';
import { NoncesService } from '../nonces/nonces.service.js';
import { ActivationService } from './activation.service.js';
import { StepsService } from './steps.service.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly nonces: NoncesService,
    private readonly steps: StepsService,
    private readonly activation: ActivationService,
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
  activate(request: contract.MailedNonce) {
    return this.activation.activate(request.nonce);
  }
}
