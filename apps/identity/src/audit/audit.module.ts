import { databaseServices } from '@ces/contracts/dead-letters';
import { Auditor } from '@ces/messaging/calls/auditor';
import { Global, Module } from '@nestjs/common';
import { AuditPartitions } from './audit-partitions.js';
import { AuditController, notedReadsController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditStore } from './audit.store.js';
import { BusAuditor } from './bus-auditor.js';

/** Global, so that libs/messaging finds the Auditor. */
@Global()
@Module({
  controllers: [AuditController, ...databaseServices.map(notedReadsController)],
  providers: [AuditPartitions, AuditService, AuditStore, { provide: Auditor, useClass: BusAuditor }],
  exports: [AuditService, Auditor],
})
export class AuditModule {}
