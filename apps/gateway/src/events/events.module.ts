import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EventsController } from './events.controller.js';
import { AskedUsers } from './intake/asked-users.js';
import { BatchIntake } from './intake/batch-intake.js';
import { EventIntake } from './intake/event-intake.js';
import { OlderIntake } from './intake/older-intake.js';

@Module({
  imports: [AccessModule],
  controllers: [EventsController],
  providers: [AskedUsers, BatchIntake, EventIntake, OlderIntake],
})
export class EventsModule {}
