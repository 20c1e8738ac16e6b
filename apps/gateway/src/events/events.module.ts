import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EventsController } from './events.controller.js';
import { BatchIntake } from './intake/batch-intake.js';
import { ConfirmedUsers } from './intake/confirmed-users.js';
import { EventIntake } from './intake/event-intake.js';

@Module({
  imports: [AccessModule],
  controllers: [EventsController],
  providers: [BatchIntake, ConfirmedUsers, EventIntake],
})
export class EventsModule {}
