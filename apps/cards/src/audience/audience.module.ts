import { Module } from '@nestjs/common';
import { AudienceController } from './audience.controller.js';
import { AudienceService } from './audience.service.js';

@Module({ controllers: [AudienceController], providers: [AudienceService] })
export class AudienceModule {}
