import { Module } from '@nestjs/common';
import { RegistrationModule } from '../registration/registration.module.js';
import { ConsentsService } from './consents.service.js';
import { OptinsController } from './optins.controller.js';
import { OptinsService } from './optins.service.js';

@Module({ imports: [RegistrationModule], controllers: [OptinsController], providers: [ConsentsService, OptinsService] })
export class OptinsModule {}
