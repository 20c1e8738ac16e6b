import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { AudienceModule } from './audience/audience.module.js';
import { CardsConfig } from './cards.config.js';
import { cardsSchema } from './cards.schema.js';
import { CardsModule } from './cards/cards.module.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { HoldersModule } from './holders/holders.module.js';
import { IssuingModule } from './issuing/issuing.module.js';
import { MembersModule } from './members/members.module.js';
import { OptinsModule } from './optins/optins.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { RepresentationModule } from './representation/representation.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

@Module({
  imports: [
    AudienceModule,
    CardsModule,
    DefinitionsModule,
    ErasureModule,
    HoldersModule,
    IssuingModule,
    MembersModule,
    OptinsModule,
    RegistrationModule,
    RepresentationModule,
    TimelineModule,
  ],
})
class CardsServiceModule {}

export const cards: Service<CardsConfig> = {
  name: 'cards',
  config: CardsConfig,
  schema: cardsSchema,
  modules: [CardsServiceModule],
};
