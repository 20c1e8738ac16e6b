import {
  acceptEvents,
  validateEvents,
  type DataOfEvent,
  type IntakeResult,
  type Submissions,
  type Validation,
} from '@ces/contracts/events/events';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { IntakeService } from './intake.service.js';

@Controller()
export class IntakeController {
  constructor(private readonly intake: IntakeService) {}

  @Handle(acceptEvents) // row 2
  accept(request: Submissions): Promise<IntakeResult[]> {
    return this.intake.accept(request);
  }

  @Handle(validateEvents)
  validate(request: { submissions: DataOfEvent[] }): Promise<Validation[]> {
    return this.intake.validate(request.submissions);
  }
}
