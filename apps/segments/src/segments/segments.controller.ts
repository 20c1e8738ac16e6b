import type { Page } from '@ces/contracts/paging';
import * as contract from '@ces/contracts/segments/segments';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ImportService } from './import.service.js';
import { SegmentsService } from './segments.service.js';

@Controller()
export class SegmentsController {
  constructor(
    private readonly segments: SegmentsService,
    private readonly imports: ImportService,
  ) {}

  @Handle(contract.importSegment) // rows 28 and 31
  import(request: contract.FinishedUpload) {
    return this.imports.import(request);
  }

  @Handle(contract.listSegments) // row 29
  list(request: Page) {
    return this.segments.list(request);
  }

  @Handle(contract.getSegment) // row 30
  get(request: contract.SegmentRef) {
    return this.segments.get(request);
  }

  @Handle(contract.deleteSegment) // row 32
  delete(request: contract.SegmentRef) {
    return this.segments.delete(request);
  }

  @Handle(contract.segmentMembers)
  members(request: contract.MembersOf) {
    return this.segments.members(request);
  }
}
