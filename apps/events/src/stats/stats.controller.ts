import { statsOfEvent, statsOfEvents, type StatsOfEvent } from '@ces/contracts/events/event-stats';
import type { StatsPage } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { StatsService } from './stats.service.js';

@Controller()
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Handle(statsOfEvent)
  of(request: StatsOfEvent) {
    return this.stats.of(request);
  }

  @Handle(statsOfEvents)
  ofAll(request: StatsPage) {
    return this.stats.ofAll(request);
  }
}
