import { isUserId } from '@ces/contracts/user-id';
import type { AdministrativeCommand, Auditor } from '@ces/messaging/calls/auditor';
import { Injectable } from '@nestjs/common';
import { AuditService } from './audit.service.js';

/**
 * Writes down administrative commands that did not come through the gateway. The gateway has recorded its own commands
 * with the client's name before. NATS does not say who sent a command.
 */
@Injectable()
export class BusAuditor implements Auditor {
  constructor(private readonly audit: AuditService) {}

  async record({ subject, request, noted }: AdministrativeCommand): Promise<void> {
    if (noted !== undefined && (await this.audit.isOpen(noted))) return;
    await this.audit.add({ who: 'unknown', what: `rpc ${subject}`, user_id: userIn(request) });
  }
}

function userIn(request: object): string | null {
  const { user_id } = request as { user_id?: unknown };
  return typeof user_id === 'string' && isUserId(user_id) ? user_id : null;
}
