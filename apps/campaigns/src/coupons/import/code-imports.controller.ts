import * as contract from '@ces/contracts/campaigns/coupon-codes';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CodeListService } from '../code-list.service.js';
import { CodeImportsService } from './code-imports.service.js';

@Controller()
export class CodeImportsController {
  constructor(
    private readonly imports: CodeImportsService,
    private readonly list: CodeListService,
  ) {}

  @Handle(contract.codesOfCoupon)
  codes(request: contract.CodesOfCoupon) {
    return this.list.page(request);
  }

  @Handle(contract.takeCodes)
  take(request: contract.CodeLines) {
    return this.imports.take(request);
  }

  @Handle(contract.dropCodes)
  drop(request: contract.CodeUploadRef) {
    return this.imports.drop(request);
  }

  @Handle(contract.beginCodeImport)
  begin(request: contract.NewCodeImport) {
    return this.imports.begin(request);
  }

  @Handle(contract.cancelCodeImport)
  cancel(request: contract.CodeImportRef) {
    return this.imports.cancel(request);
  }

  @Handle(contract.getCodeImport)
  get(request: contract.CodeImportRef) {
    return this.imports.get(request);
  }

  @Handle(contract.codeImportFaults)
  faults(request: contract.FaultsOfCodeImport) {
    return this.imports.faults(request);
  }
}
