import * as use from '@ces/contracts/segments/segment-use';
import * as contract from '@ces/contracts/segments/segments';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { MembersService } from './members.service.js';

@Controller()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Handle(contract.segmentMembers)
  page(request: contract.MembersOf) {
    return this.members.page(request);
  }

  @Handle(use.segmentMemberships)
  segmentsOf(request: use.MembershipsOf) {
    return this.members.segmentsOf(request);
  }
}
