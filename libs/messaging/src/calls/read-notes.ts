import { adminReadNoted, userNamedBy, type AdminReadBegun } from '@ces/contracts/identity/audit';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../facts/outbox.js';
import { Nats } from '../nats.js';
import { Transactions } from '../storage/transactions.js';
import type { CallContext } from './call-context.js';

/**
 * Writes an administrator's read into the outbox of the service that answers it. A read that cannot be written there is
 * not answered. Identity writes the entry of the audit log when it can.
 */
@Injectable()
export class ReadNotes {
  constructor(
    private readonly nats: Nats,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async note(read: AdminReadBegun, status: number, context: CallContext): Promise<void> {
    const entry = { ...read, user_id: userNamedBy(read.what), request_id: context.requestId, status };
    const fact = adminReadNoted(this.nats.settings.service);
    await this.transactions.run(() => this.outbox.add(fact, entry));
    context.readNoted = true;
  }
}
