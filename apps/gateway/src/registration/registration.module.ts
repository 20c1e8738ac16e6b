import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { RegistrationController } from './registration.controller.js';
import { ActivationController } from './activation.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [RegistrationController, ActivationController],
})
export class RegistrationModule {}
