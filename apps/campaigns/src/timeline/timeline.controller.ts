import { timelineOf, type TimelineOf } from '@ces/contracts/timeline';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { RewardTimelineStore } from './reward-timeline.store.js';

@Controller()
export class TimelineController {
  constructor(private readonly timeline: RewardTimelineStore) {}

  @Handle(timelineOf('campaigns'))
  of(request: TimelineOf) {
    return this.timeline.find(request);
  }
}
