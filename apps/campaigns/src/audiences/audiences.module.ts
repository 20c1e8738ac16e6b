import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { AudienceSizeService } from './audience-size.service.js';
import { AudiencesController } from './audiences.controller.js';

@Module({ imports: [CampaignsModule], controllers: [AudiencesController], providers: [AudienceSizeService] })
export class AudiencesModule {}
