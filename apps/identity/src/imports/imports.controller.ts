import * as contract from '@ces/contracts/identity/imports/members';
import type { Page } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ImportsService } from './imports.service.js';

@Controller()
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Handle(contract.takeMembers)
  take(request: contract.MemberLines) {
    return this.imports.take(request);
  }

  @Handle(contract.dropMembers)
  drop(request: contract.MemberImportRef) {
    return this.imports.drop(request);
  }

  @Handle(contract.beginImport)
  begin(request: contract.NewMemberImport) {
    return this.imports.begin(request);
  }

  @Handle(contract.getImport)
  get(request: contract.MemberImportRef) {
    return this.imports.get(request);
  }

  @Handle(contract.listImports)
  list(request: Page) {
    return this.imports.list(request);
  }

  @Handle(contract.importFaults)
  faults(request: contract.FaultsOfImport) {
    return this.imports.faults(request);
  }
}
