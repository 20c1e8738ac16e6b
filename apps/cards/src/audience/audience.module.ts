import { LongReadStore } from '@ces/service/database/long-read.store';
import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { OptinsModule } from '../optins/optins.module.js';
import { AudienceController } from './audience.controller.js';
import { AudienceService } from './audience.service.js';
import { AudienceStore } from './audience.store.js';

@Module({
  imports: [CardsModule, DefinitionsModule, OptinsModule],
  controllers: [AudienceController],
  providers: [AudienceService, AudienceStore, LongReadStore],
})
export class AudienceModule {}
