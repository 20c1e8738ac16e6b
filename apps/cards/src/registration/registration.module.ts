import { Module } from '@nestjs/common';
import { OpenStepStore } from './open-step.store.js';
import { OpenStepsController } from './open-steps.controller.js';
import { RegistrantsService } from './registrants.service.js';

@Module({
  controllers: [OpenStepsController],
  providers: [OpenStepStore, RegistrantsService],
  exports: [RegistrantsService],
})
export class RegistrationModule {}
