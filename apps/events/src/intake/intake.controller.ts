import {
  acceptEvents,
  validateEvents,
  type DataOfEvent,
  type Submission,
  type Validation,
  type EventResult,
} from '@ces/contracts/events/events';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { IntakeService } from './intake.service.js';

@Controller()
export class IntakeController {
  constructor(private readonly intake: IntakeService) {}

  @Handle(acceptEvents) // row 2
  accept(request: { submissions: Submission[] }): Promise<EventResult[]> {
    return this.intake.accept(request.submissions);
  }

  @Handle(validateEvents)
  validate(request: { submissions: DataOfEvent[] }): Promise<Validation[]> {
    return this.intake.validate(request.submissions);
  }
}
