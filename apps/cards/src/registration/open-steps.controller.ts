import { openSteps, type OpenSteps, type RegistrationOf } from '@ces/contracts/identity/registration';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { OpenStepStore } from './open-step.store.js';

@Controller()
export class OpenStepsController {
  constructor(private readonly store: OpenStepStore) {}

  /** The answer is read anew each time, so that the next question sees each change. */
  @Handle(openSteps) // rows 13 and 19
  open(request: RegistrationOf): Promise<OpenSteps> {
    return this.store.find(request.user_id);
  }
}
