import { Module } from '@nestjs/common';
import { JudgingModule } from '../judging/judging.module.js';
import { CampaignStatesService } from './campaign-states.service.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { Changes } from './changes.js';
import { CheckCampaignService } from './check-campaign.service.js';
import { RegistrationsService } from './registrations.service.js';

@Module({
  imports: [JudgingModule],
  controllers: [CampaignsController],
  providers: [CampaignStatesService, CampaignsService, Changes, CheckCampaignService, RegistrationsService],
  exports: [CampaignStatesService, RegistrationsService],
})
export class CampaignsModule {}
