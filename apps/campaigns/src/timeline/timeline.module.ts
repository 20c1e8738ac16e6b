import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.js';
import { RewardTimelineStore } from './reward-timeline.store.js';

@Module({
  controllers: [TimelineController],
  providers: [RewardTimelineStore],
})
export class TimelineModule {}
