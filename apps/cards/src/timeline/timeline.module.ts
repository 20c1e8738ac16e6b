import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.js';
import { CardTimelineStore } from './card-timeline.store.js';

@Module({
  controllers: [TimelineController],
  providers: [CardTimelineStore],
})
export class TimelineModule {}
