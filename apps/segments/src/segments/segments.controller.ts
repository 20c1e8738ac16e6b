import type { Page } from '@ces/contracts/paging';
import * as contract from '@ces/contracts/segments/segments';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { SegmentsService } from './segments.service.js';

@Controller()
export class SegmentsController {
  constructor(private readonly segments: SegmentsService) {}

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
}
