import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CampaignDraftsController } from './campaign-drafts.controller.js';
import { CampaignsController } from './campaigns.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [CampaignDraftsController, CampaignsController],
})
export class CampaignsModule {}
