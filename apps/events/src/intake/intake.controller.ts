import {
  acceptEvents,
  submitEvents,
  validateEvents,
  type DataOfEvent,
  type EventResult,
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

  @Handle(submitEvents) // row 2
  submit({ submissions }: Submissions): Promise<IntakeResult[]> {
    return this.intake.accept(submissions);
  }

  @Handle(acceptEvents)
  acceptConfirmed({ submissions }: Submissions): Promise<EventResult[]> {
    return this.intake.acceptConfirmed(submissions);
  }

  @Handle(validateEvents)
  validate(request: { submissions: DataOfEvent[] }): Promise<Validation[]> {
    return this.intake.validate(request.submissions);
  }
}
