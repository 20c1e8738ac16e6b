import type { Schema } from '@ces/service/database/database';
import { ErasedUserEntity } from '@ces/service/tombstones/erased-user.entity';
import { CardEntity } from './cards/card.entity.js';
import { CardHolderEntity } from './cards/card-holder.entity.js';
import { CardDefinitionEntity } from './definitions/card-definition.entity.js';
import { CardTierEntity } from './definitions/card-tier.entity.js';
import { CardImportNumberEntity } from './issuing/card-import-number.entity.js';
import { CardMissEntity } from './misses/card-miss.entity.js';
import { ConsentEntity } from './optins/consent.entity.js';
import { OptinEntity } from './optins/optin.entity.js';
import { OptinTextEntity } from './optins/optin-text.entity.js';
import { DefinitionTables1764100000000 } from './migrations/1764100000000-create-card-definitions.js';
import { CardTables1764100001000 } from './migrations/1764100001000-create-cards.js';
import { OptinTables1764100002000 } from './migrations/1764100002000-create-optins.js';
import { ImportTables1764100003000 } from './migrations/1764100003000-create-card-imports.js';
import { ErasureTables1764100004000 } from './migrations/1764100004000-create-erased-users.js';
import { OutboxWithoutIndex1764100005000 } from './migrations/1764100005000-drop-outbox-index.js';
import { CardMisses1764810000000 } from './migrations/1764810000000-create-card-misses.js';
import { OptinsAtRegistration1764810001000 } from './migrations/1764810001000-add-optins-at-registration.js';
import { CardAttempts1764910000000 } from './migrations/1764910000000-count-card-attempts.js';
import { ImportedConsents1764912000000 } from './migrations/1764912000000-allow-imported-consents.js';
import { ConsentSources1764912001000 } from './migrations/1764912001000-validate-consent-sources.js';
import { Keys1766500000000 } from './migrations/1766500000000-add-keys.js';

/** New migrations are appended; TypeORM runs them by their timestamps. */
export const cardsSchema: Schema = {
  entities: [
    CardDefinitionEntity,
    CardEntity,
    CardHolderEntity,
    CardImportNumberEntity,
    CardMissEntity,
    CardTierEntity,
    ConsentEntity,
    ErasedUserEntity,
    OptinEntity,
    OptinTextEntity,
  ],
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
    ImportedConsents1764912000000,
    ConsentSources1764912001000,
    Keys1766500000000,
  ],
};
