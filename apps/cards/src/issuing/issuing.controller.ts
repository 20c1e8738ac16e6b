import * as contract from '@ces/contracts/cards/card-administration';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ImportsService } from './imports.service.js';
import { IssuingService } from './issuing.service.js';

@Controller()
export class IssuingController {
  constructor(
    private readonly issuing: IssuingService,
    private readonly imports: ImportsService,
  ) {}

  @Handle(contract.issueCards)
  issue(request: contract.CardsToIssue) {
    return this.issuing.issue(request);
  }

  @Handle(contract.importNumbers)
  take(request: contract.CardNumbers) {
    return this.imports.take(request);
  }

  @Handle(contract.finishImport)
  finish(request: contract.CardImport) {
    return this.imports.finish(request);
  }

  @Handle(contract.dropImport)
  drop(request: contract.CardImportRef) {
    return this.imports.drop(request.import_id);
  }
}
