import { isUserId } from '@ces/contracts/user-id';
import type { AdministrativeCommand, Auditor } from '@ces/messaging/calls/auditor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from './audit.service.js';

/**
 * A command that came through the gateway has its entry already, with the client's name. What came over NATS from
 * anywhere else gets one here: NATS does not say who sent it.
 */
@Injectable()
export class BusAuditor implements Auditor {
  constructor(private readonly audit: AuditService) {}

  async record(tx: EntityManager, { subject, request, noted }: AdministrativeCommand): Promise<void> {
    if (noted !== undefined && (await this.audit.isOpen(tx, noted))) return;
    await this.audit.add({ who: 'unknown', what: `rpc ${subject}`, user_id: userIn(request) });
  }
}

function userIn(request: object): string | null {
  const { user_id } = request as { user_id?: unknown };
  return typeof user_id === 'string' && isUserId(user_id) ? user_id : null;
}
