import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.js';
import { AccountTimelineStore } from './account-timeline.store.js';

@Module({
  controllers: [TimelineController],
  providers: [AccountTimelineStore],
})
export class TimelineModule {}
