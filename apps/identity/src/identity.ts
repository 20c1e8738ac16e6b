import type { Service } from '@ces/service/start';
import { ClientEntity } from './clients/client.entity.js';
import {
  CredentialClients1764000032000,
  CredentialTables1764000006000,
  HoursOfWrongPasswords1764000033000,
} from './credentials/credential-tables.js';
import { DeletionTables1764000011000 } from './deletion/deletion-tables.js';
import { IdentityConfig } from './identity.config.js';
import { IdentityModule } from './identity.module.js';
import { OAuthPayloadEntity } from './grants/oauth-payload.entity.js';
import { SigningKeyEntity } from './keys/signing-key.entity.js';
import {
  BoundedResends1764900001000,
  MailLimits1764000034000,
  MailTables1764000009000,
  WebhookMails1764000014000,
} from './mail/mail-tables.js';
import { NonceTables1764000007000 } from './nonces/nonce-tables.js';
import { PersonTables1764000008000 } from './person/person-tables.js';
import { ClientTables1764000001000 } from './migrations/1764000001000-create-clients.js';
import { RevocationTables1764000002000 } from './migrations/1764000002000-create-revocations.js';
import { ProviderTables1764000003000 } from './migrations/1764000003000-create-providers.js';
import { KeyTables1764000005000 } from './migrations/1764000005000-create-signing-keys.js';
import { UserRevocations1764000010000 } from './migrations/1764000010000-allow-user-revocations.js';
import { AuditTables1764000012000 } from './migrations/1764000012000-create-audit-log.js';
import { GrantTables1764000013000 } from './migrations/1764000013000-create-oauth-payloads.js';
import { GrantClients1764000015000 } from './migrations/1764000015000-record-payload-clients.js';
import { AuditKey1764000029000 } from './migrations/1764000029000-add-audit-key.js';
import { AuditByMonth1764000030000 } from './migrations/1764000030000-partition-audit-log.js';
import { AnonymousPayloads1764000035000 } from './migrations/1764000035000-index-anonymous-payloads.js';
import { ProviderTimes1764810000000 } from './migrations/1764810000000-record-provider-times.js';
import { ProviderEntity } from './providers/provider.entity.js';
import { RevocationEntity } from './revocations/revocation.entity.js';
import { reseal } from './sealing/reseal.js';
import { seed } from './seed.js';
import {
  MakersOfUsers1764000031000,
  ProvidersByCodePoint1764000020000,
  UserTables1764000004000,
} from './users/user-tables.js';

/** What main.ts starts, and specs too. */
export const identity: Service<IdentityConfig> = {
  name: 'identity',
  config: IdentityConfig,
  schema: {
    entities: [ClientEntity, OAuthPayloadEntity, ProviderEntity, RevocationEntity, SigningKeyEntity],
    migrations: [
      ClientTables1764000001000,
      RevocationTables1764000002000,
      ProviderTables1764000003000,
      UserTables1764000004000,
      KeyTables1764000005000,
      CredentialTables1764000006000,
      NonceTables1764000007000,
      PersonTables1764000008000,
      MailTables1764000009000,
      UserRevocations1764000010000,
      DeletionTables1764000011000,
      AuditTables1764000012000,
      GrantTables1764000013000,
      WebhookMails1764000014000,
      GrantClients1764000015000,
      ProvidersByCodePoint1764000020000,
      MakersOfUsers1764000031000,
      CredentialClients1764000032000,
      HoursOfWrongPasswords1764000033000,
      MailLimits1764000034000,
      ProviderTimes1764810000000,
      AuditKey1764000029000,
      AuditByMonth1764000030000,
      AnonymousPayloads1764000035000,
      BoundedResends1764900001000,
    ],
  },
  modules: [IdentityModule],
  commands: { seed, reseal },
};
