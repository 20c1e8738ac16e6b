import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { LogModule } from '../log/log.module.js';
import { UsersModule } from '../users/users.module.js';
import { BoundPlacesService } from './bound-places.service.js';
import { IntakeController } from './intake.controller.js';
import { IntakeService } from './intake.service.js';
import { IntakeStore } from './intake.store.js';

@Module({
  imports: [DefinitionsModule, LogModule, UsersModule],
  controllers: [IntakeController],
  providers: [BoundPlacesService, IntakeService, IntakeStore],
})
export class IntakeModule {}
