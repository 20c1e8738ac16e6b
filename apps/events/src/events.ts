import type { Service } from '@ces/service/start';
import { DefinitionEntity } from './definitions/definition.entity.js';
import { DefinitionOwners1764810000000 } from './definitions/definition-owners.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { DefinitionUses1764200000000 } from './definitions/definition-use-tables.js';
import { EventsConfig } from './events.config.js';
import { IntakeModule } from './intake/intake.module.js';
import { LogModule } from './log/log.module.js';
import { CreateEvents1763700000000 } from './migrations/create-events.js';

/** The events service: definitions, intake, and the log of what was taken in. */
export const events: Service<EventsConfig> = {
  name: 'events',
  config: EventsConfig,
  schema: {
    entities: [DefinitionEntity],
    migrations: [CreateEvents1763700000000, DefinitionUses1764200000000, DefinitionOwners1764810000000],
  },
  modules: [DefinitionsModule, IntakeModule, LogModule, ErasureModule],
};
