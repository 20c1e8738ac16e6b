import type { AdministrativeCommand, Auditor } from '@ces/messaging/calls/auditor';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { userIdPattern } from '../users/stored-users.js';
import { AuditService } from './audit.service.js';

/**
 * A command that came through the gateway has its entry already, with the client's name. What came over NATS from
 * anywhere else gets one here: NATS does not say who sent it.
 */
@Injectable()
export class BusAuditor implements Auditor {
  constructor(
    private readonly audit: AuditService,
    private readonly transactions: Transactions,
  ) {}

  async record({ subject, request, noted }: AdministrativeCommand): Promise<void> {
    const tx = this.transactions.open;
    if (noted !== undefined && (await this.audit.isOpen(tx, noted))) return;
    await this.audit.add(tx, { who: 'unknown', what: `rpc ${subject}`, user_id: userIn(request) });
  }
}

function userIn(request: object): string | null {
  const { user_id } = request as { user_id?: unknown };
  return typeof user_id === 'string' && userIdPattern.test(user_id) ? user_id : null;
}
