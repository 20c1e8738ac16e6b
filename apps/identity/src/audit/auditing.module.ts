import { Auditor } from '@ces/messaging/calls/auditor';
import { Global, Module } from '@nestjs/common';
import { AuditService } from './audit.service.js';
import { BusAuditor } from './bus-auditor.js';

/** Global, so that the messaging lib finds who writes down administrative commands. */
@Global()
@Module({
  providers: [AuditService, { provide: Auditor, useClass: BusAuditor }],
  exports: [AuditService, Auditor],
})
export class AuditingModule {}
