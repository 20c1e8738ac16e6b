import * as contract from '@ces/contracts/identity/credentials';
import { Handle, HandleInTwo } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CredentialsService } from './credentials.service.js';
import { RegisterService } from './register.service.js';

@Controller()
export class CredentialsController {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly registrations: RegisterService,
  ) {}

  @Handle(contract.findCredentials) // row 8
  find(request: contract.Username) {
    return this.credentials.findByName(request.username);
  }

  @HandleInTwo(contract.continueRegistration) // row 10
  continue(request: contract.CredentialsOfClient) {
    return this.registrations.continue(request);
  }

  @Handle(contract.usernameAvailable) // row 11
  available(request: contract.Username) {
    return this.registrations.available(request.username);
  }

  @HandleInTwo(contract.registerCredentials) // row 12
  register(request: contract.NewCredentialsOfClient) {
    return this.registrations.register(request);
  }
}
