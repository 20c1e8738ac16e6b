import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CampaignsController } from './campaigns.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [CampaignsController],
})
export class CampaignsModule {}
