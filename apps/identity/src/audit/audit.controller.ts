import * as contract from '@ces/contracts/identity/audit';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFacts, type DeliveredFact } from '@ces/messaging/facts/on-fact';
import { Controller, type Type } from '@nestjs/common';
import { AuditService } from './audit.service.js';

@Controller()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Handle(contract.noteAdminCall)
  note(request: contract.AdminCall) {
    return this.audit.note(request);
  }

  @Handle(contract.noteAdminCallEnd)
  noteEnd(request: contract.AdminCallEnd) {
    return this.audit.noteEnd(request);
  }

  @Handle(contract.listAudit)
  list(request: contract.AuditPage) {
    return this.audit.list(request);
  }
}

export function notedReadsController(service: string): Type {
  @Controller()
  class NotedReadsController {
    constructor(private readonly audit: AuditService) {}

    @OnFacts(contract.adminReadNoted(service))
    add(facts: DeliveredFact<contract.AdminRead>[]) {
      return this.audit.addReads(facts.map(({ payload }) => payload));
    }
  }
  return NotedReadsController;
}
