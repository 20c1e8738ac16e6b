import { timelineOf, type TimelineOf } from '@ces/contracts/timeline';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AccountTimelineStore } from './account-timeline.store.js';

@Controller()
export class TimelineController {
  constructor(private readonly timeline: AccountTimelineStore) {}

  @Handle(timelineOf('identity'))
  of(request: TimelineOf) {
    return this.timeline.find(request);
  }
}
