import type { Schema } from '@ces/service/database/database';
import { ClientEntity } from './clients/client.entity.js';
import { CredentialEntity } from './credentials/credential.entity.js';
import { WrongPasswordEntity } from './credentials/wrong-password.entity.js';
import { ErasureReceiptEntity } from './deletion/erasure-receipt.entity.js';
import { ErasureEntity } from './deletion/erasure.entity.js';
import { OAuthPayloadEntity } from './grants/oauth-payload.entity.js';
import { MemberImportFaultEntity } from './imports/member-import-fault.entity.js';
import { MemberImportLineEntity } from './imports/member-import-line.entity.js';
import { MemberImportEntity } from './imports/member-import.entity.js';
import { JobEntity } from './jobs/job.entity.js';
import { SigningKeyEntity } from './keys/signing-key.entity.js';
import { MailPlaceEntity } from './mail/mail-place.entity.js';
import { MailEntity } from './mail/mail.entity.js';
import { OwnMailTextEntity } from './mail/words/own-mail-text.entity.js';
import { WebhookWarningEntity } from './mail/webhook-warning.entity.js';
import { NonceEntity } from './nonces/nonce.entity.js';
import { OperatorPasskeyEntity } from './operators/factors/operator-passkey.entity.js';
import { OperatorConnectionEntity } from './operators/operator-connection.entity.js';
import { OperatorSessionEntity } from './operators/operator-session.entity.js';
import { OperatorEntity } from './operators/operator.entity.js';
import { ForgottenPasswordEntity } from './passwords/forgotten-password.entity.js';
import { PersonEntity } from './person/person.entity.js';
import { ProviderEntity } from './providers/provider.entity.js';
import { ResendRequestEntity } from './registration/resend-request.entity.js';
import { RevocationEntity } from './revocations/revocation.entity.js';
import { ConnectionEntity } from './users/connection.entity.js';
import { UserEntity } from './users/user.entity.js';
import { ClientTables1764000001000 } from './migrations/1764000001000-create-clients.js';
import { RevocationTables1764000002000 } from './migrations/1764000002000-create-revocations.js';
import { ProviderTables1764000003000 } from './migrations/1764000003000-create-providers.js';
import { UserTables1764000004000 } from './migrations/1764000004000-create-users.js';
import { KeyTables1764000005000 } from './migrations/1764000005000-create-signing-keys.js';
import { CredentialTables1764000006000 } from './migrations/1764000006000-create-credentials.js';
import { NonceTables1764000007000 } from './migrations/1764000007000-create-nonces.js';
import { PersonTables1764000008000 } from './migrations/1764000008000-create-persons.js';
import { MailTables1764000009000 } from './migrations/1764000009000-create-mails.js';
import { UserRevocations1764000010000 } from './migrations/1764000010000-allow-user-revocations.js';
import { DeletionTables1764000011000 } from './migrations/1764000011000-create-erasures.js';
import { AuditTables1764000012000 } from './migrations/1764000012000-create-audit-log.js';
import { GrantTables1764000013000 } from './migrations/1764000013000-create-oauth-payloads.js';
import { WebhookMails1764000014000 } from './migrations/1764000014000-add-webhook-mails.js';
import { GrantClients1764000015000 } from './migrations/1764000015000-record-payload-clients.js';
import { ProvidersByCodePoint1764000020000 } from './migrations/1764000020000-compare-provider-names-by-code-point.js';
import { AuditKey1764000029000 } from './migrations/1764000029000-add-audit-key.js';
import { AuditByMonth1764000030000 } from './migrations/1764000030000-partition-audit-log.js';
import { MakersOfUsers1764000031000 } from './migrations/1764000031000-add-makers-of-users.js';
import { CredentialClients1764000032000 } from './migrations/1764000032000-add-clients-of-credentials.js';
import { HoursOfWrongPasswords1764000033000 } from './migrations/1764000033000-count-wrong-passwords-by-hour.js';
import { MailLimits1764000034000 } from './migrations/1764000034000-limit-mails.js';
import { AnonymousPayloads1764000035000 } from './migrations/1764000035000-index-anonymous-payloads.js';
import { ProviderTimes1764810000000 } from './migrations/1764810000000-record-provider-times.js';
import { BoundedResends1764900001000 } from './migrations/1764900001000-bound-resends.js';
import { PublicClients1764910001000 } from './migrations/1764910001000-add-public-clients.js';
import { SplitScopes1764910002000 } from './migrations/1764910002000-split-scopes.js';
import { PasswordResets1764911000000 } from './migrations/1764911000000-reset-passwords.js';
import { OfferedProviders1764912000000 } from './migrations/1764912000000-offer-providers.js';
import { MemberImports1764913000000 } from './migrations/1764913000000-create-member-imports.js';
import { NamesForSearch1764914000000 } from './migrations/1764914000000-index-names-for-search.js';
import { Operators1764915000000 } from './migrations/1764915000000-create-operators.js';
import { NamedActors1764915001000 } from './migrations/1764915001000-name-actors-in-audit.js';
import { Keys1766500000000 } from './migrations/1766500000000-add-keys.js';
import { DeviceCodes1766500001000 } from './migrations/1766500001000-count-device-codes.js';
import { Jobs1764916000000 } from './migrations/1764916000000-create-jobs.js';
import { OperatorTotp1766600000000 } from './migrations/1766600000000-add-totp-to-operators.js';
import { ClientUses1766700000000 } from './migrations/1766700000000-note-uses-of-clients.js';
import { OwnMailTexts1766700001000 } from './migrations/1766700001000-create-own-mail-texts.js';
import { OperatorPasskeys1766600001000 } from './migrations/1766600001000-create-operator-passkeys.js';
import { JobsSetAside1766700002000 } from './migrations/1766700002000-set-jobs-aside.js';
import { OperatorProviders1766600002000 } from './migrations/1766600002000-offer-providers-to-operators.js';
import { FaultsOfJobs1766700003000 } from './migrations/1766700003000-count-faults-of-jobs.js';
import { RatesOfClients1767000000000 } from './migrations/1767000000000-limit-rates-of-clients.js';
import { NewestFirst1767100000000 } from './migrations/1767100000000-index-newest-first.js';

/** New migrations are appended; TypeORM runs them by their timestamps. */
export const identitySchema: Schema = {
  entities: [
    ClientEntity,
    ConnectionEntity,
    CredentialEntity,
    ErasureEntity,
    ErasureReceiptEntity,
    ForgottenPasswordEntity,
    JobEntity,
    MailEntity,
    MailPlaceEntity,
    MemberImportEntity,
    MemberImportFaultEntity,
    MemberImportLineEntity,
    NonceEntity,
    OAuthPayloadEntity,
    OperatorConnectionEntity,
    OperatorEntity,
    OperatorPasskeyEntity,
    OperatorSessionEntity,
    OwnMailTextEntity,
    PersonEntity,
    ProviderEntity,
    ResendRequestEntity,
    RevocationEntity,
    SigningKeyEntity,
    UserEntity,
    WebhookWarningEntity,
    WrongPasswordEntity,
  ],
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
    PublicClients1764910001000,
    SplitScopes1764910002000,
    PasswordResets1764911000000,
    OfferedProviders1764912000000,
    MemberImports1764913000000,
    NamesForSearch1764914000000,
    Operators1764915000000,
    NamedActors1764915001000,
    Keys1766500000000,
    DeviceCodes1766500001000,
    Jobs1764916000000,
    OperatorTotp1766600000000,
    OperatorPasskeys1766600001000,
    JobsSetAside1766700002000,
    OperatorProviders1766600002000,
    ClientUses1766700000000,
    OwnMailTexts1766700001000,
    FaultsOfJobs1766700003000,
    RatesOfClients1767000000000,
    NewestFirst1767100000000,
  ],
};
