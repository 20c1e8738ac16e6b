import * as contract from '@ces/contracts/operation/reconciliations';
import type { Page } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ReconciliationRuns } from './runs/reconciliation-runs.service.js';

@Controller()
export class ReconciliationsController {
  constructor(private readonly runs: ReconciliationRuns) {}

  @Handle(contract.beginReconciliation)
  begin(request: contract.NewReconciliation) {
    return this.runs.begin(request);
  }

  @Handle(contract.getReconciliation)
  get(request: contract.ReconciliationRef) {
    return this.runs.get(request.id);
  }

  @Handle(contract.listReconciliations)
  list(request: Page) {
    return this.runs.list(request);
  }
}
