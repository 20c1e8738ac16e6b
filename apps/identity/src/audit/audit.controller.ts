import * as contract from '@ces/contracts/identity/audit';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFacts, type DeliveredFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
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

  // One handler for each of `databaseServices`, as a spec checks.
  @OnFacts(contract.adminReadNoted('identity'))
  readInIdentity(facts: DeliveredFact<contract.AdminRead>[]) {
    return this.audit.addReads(facts.map(({ payload }) => payload));
  }

  @OnFacts(contract.adminReadNoted('events'))
  readInEvents(facts: DeliveredFact<contract.AdminRead>[]) {
    return this.audit.addReads(facts.map(({ payload }) => payload));
  }

  @OnFacts(contract.adminReadNoted('campaigns'))
  readInCampaigns(facts: DeliveredFact<contract.AdminRead>[]) {
    return this.audit.addReads(facts.map(({ payload }) => payload));
  }

  @OnFacts(contract.adminReadNoted('cards'))
  readInCards(facts: DeliveredFact<contract.AdminRead>[]) {
    return this.audit.addReads(facts.map(({ payload }) => payload));
  }

  @OnFacts(contract.adminReadNoted('segments'))
  readInSegments(facts: DeliveredFact<contract.AdminRead>[]) {
    return this.audit.addReads(facts.map(({ payload }) => payload));
  }

  @OnFacts(contract.adminReadNoted('webhooks'))
  readInWebhooks(facts: DeliveredFact<contract.AdminRead>[]) {
    return this.audit.addReads(facts.map(({ payload }) => payload));
  }
}
