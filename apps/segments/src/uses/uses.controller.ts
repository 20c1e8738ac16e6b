import * as contract from '@ces/contracts/segments/segment-use';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { UsesService } from './uses.service.js';

@Controller()
export class UsesController {
  constructor(private readonly uses: UsesService) {}

  @Handle(contract.useSegments)
  use(request: contract.SegmentUse) {
    return this.uses.use(request);
  }

  @Handle(contract.knownSegments)
  known(request: contract.SegmentNames) {
    return this.uses.known(request);
  }
}
