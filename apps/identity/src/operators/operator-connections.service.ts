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
    const found = (await this.connected(vouched)) ?? (await this.byEmail(vouched));
    if (found === undefined) return undefined;
    return this.transactions.run(async () => {
      const operator = await this.store.lockOne(found);
      if (!operator || operator.state === 'blocked' || !(await this.connect(operator, vouched))) return undefined;
      const { id, state, version } = operator;
      this.epochs.note(id, version);
      if (state === 'invited') await this.transactions.of(OperatorEntity).update({ id }, { state: 'active' });
      return id;
    });
  }

  private async connected({ issuer, subject }: Vouched): Promise<string | undefined> {
    const connections = this.transactions.of(OperatorConnectionEntity);
    return (await connections.findOneBy({ issuer, subject }))?.operator_id;
  }

  private async byEmail({ email }: Vouched): Promise<string | undefined> {
    const normalised = email === undefined ? undefined : normalisedUsername(email);
    return normalised === undefined ? undefined : (await this.store.findByEmail(normalised))?.id;
  }

  /** Returns false when the operator has another account there, or the account another operator. */
  private async connect({ id }: OperatorEntity, { issuer, subject }: Vouched): Promise<boolean> {
    const connection = { issuer, subject, operator_id: id };
    const isNew = await this.store.connectIfMissing(connection);
    if (isNew) await this.audit.add({ who: id, what: `connected with ${issuer}` });
    return isNew || this.transactions.of(OperatorConnectionEntity).existsBy(connection);
  }
}
