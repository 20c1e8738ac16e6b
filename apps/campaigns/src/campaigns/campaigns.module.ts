import { Module } from '@nestjs/common';
import { JudgingModule } from '../judging/judging.module.js';
import { CampaignStatesService } from './campaign-states.service.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { Changes } from './changes.service.js';
import { CheckCampaignService } from './check/check-campaign.service.js';
import { RegistrationsService } from './register/registrations.service.js';

@Module({
  imports: [JudgingModule],
  controllers: [CampaignsController],
  providers: [CampaignStatesService, CampaignsService, Changes, CheckCampaignService, RegistrationsService],
  exports: [CampaignStatesService, RegistrationsService],
})
export class CampaignsModule {}
