import { timelineOf, type TimelineOf } from '@ces/contracts/timeline';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CardTimelineStore } from './card-timeline.store.js';

@Controller()
export class TimelineController {
  constructor(private readonly timeline: CardTimelineStore) {}

  @Handle(timelineOf('cards'))
  of(request: TimelineOf) {
    return this.timeline.find(request);
  }
}
