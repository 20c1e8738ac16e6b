import {
  submitEvents,
  validateEvents,
  type DataOfEvent,
  type IntakeResult,
  type Submissions,
  type Validation,
} from '@ces/contracts/events/events';
import { boundPlaces, type BoundPlace, KeyedBatch } from '@ces/contracts/events/keyed-batches';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { BoundPlacesService } from './bound-places.service.js';
import { IntakeService } from './intake.service.js';

@Controller()
export class IntakeController {
  constructor(
    private readonly intake: IntakeService,
    private readonly bound: BoundPlacesService,
  ) {}

  @Handle(submitEvents) // row 2
  submit({ submissions }: Submissions): Promise<IntakeResult[]> {
    return this.intake.accept(submissions);
  }

  @Handle(validateEvents)
  validate(request: { submissions: DataOfEvent[] }): Promise<Validation[]> {
    return this.intake.validate(request.submissions);
  }

  @Handle(boundPlaces)
  boundPlaces(batch: KeyedBatch): Promise<BoundPlace[]> {
    return this.bound.find(batch);
  }
}
