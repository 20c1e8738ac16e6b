import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { Module } from '@nestjs/common';
import { CouponsModule } from '../coupons/coupons.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { StacksModule } from '../stacks/stacks.module.js';
import { SurveysModule } from '../surveys/surveys.module.js';
import { TalliesModule } from '../tallies/tallies.module.js';
import { CampaignStatesService } from './campaign-states.service.js';
import { CampaignStore } from './campaign.store.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { ChangesService } from './changes.service.js';
import { CheckAudienceService } from './check/check-audience.service.js';
import { CheckCampaignService } from './check/check-campaign.service.js';
import { DraftsService } from './drafts.service.js';
import { RegistrationStore } from './register/registration.store.js';
import { RegistrationsService } from './register/registrations.service.js';
import { StoredCampaignsService } from './stored-campaigns.service.js';
import { VersionsService } from './versions.service.js';
import { NamedCampaigns } from './named-campaigns.js';

@Module({
  imports: [ByNameModule, CouponsModule, RunsModule, StacksModule, SurveysModule, TalliesModule],
  controllers: [CampaignsController],
  providers: [
    NamedCampaigns,
    CampaignStatesService,
    CampaignStore,
    CampaignsService,
    ChangesService,
    CheckAudienceService,
    CheckCampaignService,
    DraftsService,
    RegistrationsService,
    RegistrationStore,
    StoredCampaignsService,
    VersionsService,
  ],
  exports: [CheckAudienceService, CheckCampaignService, RegistrationsService, StoredCampaignsService],
})
export class CampaignsModule {}
