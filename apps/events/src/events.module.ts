import type { Service } from '@ces/service/start';
import { ErasedUserEntity } from '@ces/service/tombstones/erased-user.entity';
import { Module } from '@nestjs/common';
import { DefinitionOwnerEntity } from './definitions/definition-owner.entity.js';
import { DefinitionUseEntity } from './definitions/definition-use.entity.js';
import { DefinitionEntity } from './definitions/definition.entity.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { EventsConfig } from './events.config.js';
import { EventKeyEntity } from './intake/event-key.entity.js';
import { IntakeModule } from './intake/intake.module.js';
import { LogModule } from './log/log.module.js';
import { CreateEvents1763700000000 } from './migrations/1763700000000-create-events.js';
import { DefinitionUses1764200000000 } from './migrations/1764200000000-create-definition-uses.js';
import { DefinitionOwners1764810000000 } from './migrations/1764810000000-create-definition-owners.js';
import { ErasedUsers1765031000000 } from './migrations/1765031000000-create-erased-users.js';
import { UsedEvents1765900000000 } from './migrations/1765900000000-mark-used-events.js';

@Module({ imports: [DefinitionsModule, IntakeModule, LogModule, ErasureModule] })
class EventsServiceModule {}

export const events: Service<EventsConfig> = {
  name: 'events',
  config: EventsConfig,
  schema: {
    entities: [DefinitionEntity, DefinitionOwnerEntity, DefinitionUseEntity, EventKeyEntity, ErasedUserEntity],
    migrations: [
      CreateEvents1763700000000,
      DefinitionUses1764200000000,
      DefinitionOwners1764810000000,
      ErasedUsers1765031000000,
      UsedEvents1765900000000,
    ],
  },
  modules: [EventsServiceModule],
};
