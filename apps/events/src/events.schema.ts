import type { Schema } from '@ces/service/database/database';
import { ErasedUserEntity } from '@ces/service/tombstones/erased-user.entity';
import { DefinitionOwnerEntity } from './definitions/definition-owner.entity.js';
import { DefinitionUseEntity } from './definitions/definition-use.entity.js';
import { DefinitionEntity } from './definitions/definition.entity.js';
import { RetiredDefinitionEntity } from './definitions/retired-definition.entity.js';
import { EventKeyEntity } from './intake/event-key.entity.js';
import { EventStatEntity } from './stats/event-stat.entity.js';
import { RefusedEventEntity } from './tail/refused-event.entity.js';
import { KnownUserEntity } from './users/known-user.entity.js';
import { CreateEvents1763700000000 } from './migrations/1763700000000-create-events.js';
import { DefinitionUses1764200000000 } from './migrations/1764200000000-create-definition-uses.js';
import { DefinitionOwners1764810000000 } from './migrations/1764810000000-create-definition-owners.js';
import { ErasedUsers1765031000000 } from './migrations/1765031000000-create-erased-users.js';
import { UsedEvents1765900000000 } from './migrations/1765900000000-mark-used-events.js';
import { KnownUsers1766000000000 } from './migrations/1766000000000-create-known-users.js';
import { RefusedEvents1766400000000 } from './migrations/1766400000000-create-refused-events.js';
import { EventStats1766400001000 } from './migrations/1766400001000-count-events.js';
import { RetiredDefinitions1766600000000 } from './migrations/1766600000000-retire-definitions.js';
import { EventStatHours1766700000000 } from './migrations/1766700000000-index-event-stats.js';

/** New migrations are appended; TypeORM runs them by their timestamps. */
export const eventsSchema: Schema = {
  entities: [
    DefinitionEntity,
    DefinitionOwnerEntity,
    DefinitionUseEntity,
    EventKeyEntity,
    ErasedUserEntity,
    EventStatEntity,
    KnownUserEntity,
    RefusedEventEntity,
    RetiredDefinitionEntity,
  ],
  migrations: [
    CreateEvents1763700000000,
    DefinitionUses1764200000000,
    DefinitionOwners1764810000000,
    ErasedUsers1765031000000,
    UsedEvents1765900000000,
    KnownUsers1766000000000,
    RefusedEvents1766400000000,
    EventStats1766400001000,
    RetiredDefinitions1766600000000,
    EventStatHours1766700000000,
  ],
};
