import { Module } from '@nestjs/common';
import { OpenStepsController } from './open-steps.controller.js';
import { OpenStepsService } from './open-steps.service.js';
import { Registrant } from './registrant.js';

@Module({ controllers: [OpenStepsController], providers: [OpenStepsService, Registrant], exports: [Registrant] })
export class RegistrationModule {}
