import * as contract from '@ces/contracts/segments/segments';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ImportsService } from './imports.service.js';

@Controller()
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Handle(contract.importSegment) // rows 28 and 31
  import(request: contract.FinishedUpload) {
    return this.imports.import(request);
  }
}
