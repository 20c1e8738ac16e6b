import { importMemberParts, type MembersParts } from '@ces/contracts/cards/member-parts';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { MembersService } from './members.service.js';

@Controller()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Handle(importMemberParts)
  import(request: MembersParts) {
    return this.members.import(request);
  }
}
