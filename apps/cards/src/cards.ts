import type { Service } from '@ces/service/start';
import { AudienceModule } from './audience/audience.module.js';
import { CardsConfig } from './cards.config.js';
import { CardTables1764100001000 } from './cards/card-tables.js';
import { CardAttempts1764910000000, CardMisses1764810000000 } from './cards/misses.js';
import { CardsModule } from './cards/cards.module.js';
import { DefinitionTables1764100000000 } from './definitions/definition-tables.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { ErasureTables1764100004000 } from './erasure/erasure-tables.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { OutboxWithoutIndex1764100005000 } from './erasure/outbox-without-index.js';
import { ImportTables1764100003000 } from './issuing/import-tables.js';
import { IssuingModule } from './issuing/issuing.module.js';
import { OptinsAtRegistration1764810001000, OptinTables1764100002000 } from './optins/optin-tables.js';
import { OptinsModule } from './optins/optins.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { RepresentationModule } from './representation/representation.module.js';
import { TidyModule } from './tidy.js';

/** The cards service: customer cards, their definitions, and opt-ins. */
export const cards: Service<CardsConfig> = {
  name: 'cards',
  config: CardsConfig,
  schema: {
    entities: [],
    migrations: [
      DefinitionTables1764100000000,
      CardTables1764100001000,
      OptinTables1764100002000,
      ImportTables1764100003000,
      ErasureTables1764100004000,
      OutboxWithoutIndex1764100005000,
      CardMisses1764810000000,
      OptinsAtRegistration1764810001000,
      CardAttempts1764910000000,
    ],
  },
  modules: [
    AudienceModule,
    CardsModule,
    DefinitionsModule,
    ErasureModule,
    IssuingModule,
    OptinsModule,
    RegistrationModule,
    RepresentationModule,
    TidyModule,
  ],
};
