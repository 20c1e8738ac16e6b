import { openSteps, type OpenSteps, type RegistrationOf } from '@ces/contracts/identity/registration';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { OpenStepsService } from './open-steps.service.js';

@Controller()
export class OpenStepsController {
  constructor(private readonly steps: OpenStepsService) {}

  @Handle(openSteps) // rows 13 and 19
  open(request: RegistrationOf): Promise<OpenSteps> {
    return this.steps.of(request.user_id);
  }
}
