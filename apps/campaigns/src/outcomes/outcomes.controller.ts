import { outcomesOfEvents, type OutcomesOf } from '@ces/contracts/campaigns/campaign-outcomes';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { OutcomesService } from './outcomes.service.js';

@Controller()
export class OutcomesController {
  constructor(private readonly outcomes: OutcomesService) {}

  @Handle(outcomesOfEvents)
  of(request: OutcomesOf) {
    return this.outcomes.of(request);
  }
}
