import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { normalisedUsername } from '../credentials/username.js';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { OperatorConnectionEntity } from './operator-connection.entity.js';
import { OperatorEntity } from './operator.entity.js';
import { OperatorStore } from './operator.store.js';

/** A person, as an id_token of the company's provider shows them. */
export interface Vouched {
  issuer: string;
  subject: string;
  /** Undefined unless the provider has verified it. */
  email: string | undefined;
}

/**
 * Operators at the company's OpenID providers. The verified address finds the operator at the first sign-in, and the subject
 * at each later one, because a company may give an address to another person.
 */
@Injectable()
export class OperatorConnectionsService {
  constructor(
    private readonly store: OperatorStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly epochs: SignInEpochs,
  ) {}

  /** Undefined for a person who is no operator, or a blocked one. An invited person becomes active, and needs no password. */
  async signIn(vouched: Vouched): Promise<string | undefined> {
    const connected = await this.connected(vouched);
    const found = connected ?? (await this.byEmail(vouched));
    if (found === undefined) return undefined;
    return this.transactions.run(async () => {
      const operator = await this.store.lockOne(found);
      if (!operator || operator.state === 'blocked') return undefined;
      const { id, state, version } = operator;
      // A new invitation may have forgotten the connection before the lock. Only the address makes one.
      const isTheirs = connected === undefined ? await this.connect(id, vouched) : await this.isConnected(id, vouched);
      if (!isTheirs) return undefined;
      this.epochs.note(id, version);
      const joined = {
        state: 'active',
        invitation: null,
        invitation_expires_at: null,
        signed_in_at: new Date(),
      } as const;
      if (state === 'invited') await this.transactions.of(OperatorEntity).update({ id }, joined);
      return id;
    });
  }

  private async connected({ issuer, subject }: Vouched): Promise<string | undefined> {
    const connections = this.transactions.of(OperatorConnectionEntity);
    return (await connections.findOneBy({ issuer, subject }))?.operator_id;
  }

  /** An address that is ours only in its normalised form may be another mailbox at the provider. */
  private async byEmail({ email }: Vouched): Promise<string | undefined> {
    if (email === undefined || email !== email.normalize('NFKC')) return undefined;
    const lower = email.toLowerCase();
    return normalisedUsername(email) === lower ? (await this.store.findByEmail(lower))?.id : undefined;
  }

  /** Returns false when the operator has another account there, or the account another operator. */
  private async connect(id: string, vouched: Vouched): Promise<boolean> {
    const { issuer, subject } = vouched;
    const isNew = await this.store.connectIfMissing({ issuer, subject, operator_id: id });
    if (isNew) await this.audit.add({ who: id, what: `connected with ${issuer}` });
    return isNew || this.isConnected(id, vouched);
  }

  private isConnected(operator_id: string, { issuer, subject }: Vouched): Promise<boolean> {
    return this.transactions.of(OperatorConnectionEntity).existsBy({ issuer, subject, operator_id });
  }
}
