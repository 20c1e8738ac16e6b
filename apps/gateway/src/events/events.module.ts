import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EventsController } from './events.controller.js';
import { BatchIntake } from './intake/batch-intake.js';
import { EventIntake } from './intake/event-intake.js';
import { KnownUsers } from './intake/known-users.js';

@Module({
  imports: [AccessModule],
  controllers: [EventsController],
  providers: [BatchIntake, EventIntake, KnownUsers],
})
export class EventsModule {}
