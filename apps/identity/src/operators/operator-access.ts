import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { GrantsService } from '../grants/grants.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { OperatorSessionEntity } from './operator-session.entity.js';
import { OperatorEntity } from './operator.entity.js';

type Versioned = Pick<OperatorEntity, 'id' | 'version'>;

/** Ends what operators hold. The methods join the open transaction, and hold up all other revocations until its end. */
@Injectable()
export class OperatorAccess {
  constructor(
    private readonly transactions: Transactions,
    private readonly grants: GrantsService,
    private readonly revocations: RevocationsService,
  ) {}

  /** Tokens that exist stop working. Sessions stay, and give tokens with the rights of now. */
  async renewTokens({ id, version }: Versioned): Promise<void> {
    await this.transactions.of(OperatorEntity).update({ id }, { version: version + 1 });
    await this.revocations.revokeClient(id, version + 1);
  }

  /** Signs the operator out everywhere, but not in the browser whose session is kept. */
  async end(operator: Versioned, kept = ''): Promise<void> {
    await this.transactions.of(OperatorSessionEntity).delete({ operator_id: operator.id, digest: Not(kept) });
    await this.grants.endUser(operator.id);
    await this.renewTokens(operator);
  }
}
