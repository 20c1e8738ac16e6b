import type { Service } from '@ces/service/start';
import { AuditByMonth1764000030000, AuditKey1764000029000, AuditTables1764000012000 } from './audit/audit-tables.js';
import { ClientTables1764000001000 } from './clients/client-tables.js';
import { StoredClient } from './clients/client.entity.js';
import {
  CredentialClients1764000032000,
  CredentialTables1764000006000,
  HoursOfWrongPasswords1764000033000,
} from './credentials/credential-tables.js';
import { DeletionTables1764000011000 } from './deletion/deletion-tables.js';
import { IdentityConfig } from './identity.config.js';
import { IdentityModule } from './identity.module.js';
import {
  AnonymousPayloads1764000035000,
  GrantClients1764000015000,
  GrantTables1764000013000,
} from './grants/grant-tables.js';
import { KeyTables1764000005000 } from './keys/key-tables.js';
import { StoredSigningKey } from './keys/signing-key.entity.js';
import {
  BoundedResends1764900001000,
  MailLimits1764000034000,
  MailTables1764000009000,
  WebhookMails1764000014000,
} from './mail/mail-tables.js';
import { NonceTables1764000007000 } from './nonces/nonce-tables.js';
import { PersonTables1764000008000 } from './person/person-tables.js';
import { ProviderTables1764000003000, ProviderTimes1764810000000 } from './providers/provider-tables.js';
import { StoredProvider } from './providers/provider.entity.js';
import { RevocationTables1764000002000, UserRevocations1764000010000 } from './revocations/revocation-tables.js';
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
    entities: [StoredClient, StoredProvider, StoredSigningKey],
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
