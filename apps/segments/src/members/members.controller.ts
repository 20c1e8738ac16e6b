import * as sets from '@ces/contracts/segments/segment-audience';
import * as use from '@ces/contracts/segments/segment-use';
import * as contract from '@ces/contracts/segments/segments';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AudienceService } from './audience.service.js';
import { MembersService } from './members.service.js';

@Controller()
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly audience: AudienceService,
  ) {}

  @Handle(contract.segmentMembers)
  page(request: contract.MembersOf) {
    return this.members.page(request);
  }

  @Handle(use.segmentMemberships)
  segmentsOf(request: use.MembershipsOf) {
    return this.members.segmentsOf(request);
  }

  @Handle(sets.countSegmentAudience)
  countAudience(request: sets.CountSegmentAudience) {
    return this.audience.count(request);
  }

  @Handle(sets.segmentAudience)
  audienceAfter(request: sets.SegmentAudienceAfter) {
    return this.audience.after(request);
  }
}
