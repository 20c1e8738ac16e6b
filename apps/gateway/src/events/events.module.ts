import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StreamsModule } from '../streams/streams.module.js';
import { EventStatsController } from './event-stats.controller.js';
import { EventTailController } from './event-tail.controller.js';
import { EventsController } from './events.controller.js';
import { AskedUsers } from './intake/asked-users.js';
import { BatchIntake } from './intake/batch-intake.js';
import { EventIntake } from './intake/event-intake.js';
import { RefusedEvents } from './intake/refused-events.js';

@Module({
  imports: [AccessModule, StreamsModule],
  controllers: [EventsController, EventStatsController, EventTailController],
  providers: [AskedUsers, BatchIntake, EventIntake, RefusedEvents],
})
export class EventsModule {}
