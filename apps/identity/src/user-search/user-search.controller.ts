import * as contract from '@ces/contracts/identity/admin-users';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { UserSearchService } from './user-search.service.js';

@Controller()
export class UserSearchController {
  constructor(private readonly search: UserSearchService) {}

  @Handle(contract.findUsers)
  find(request: contract.FindUsers) {
    return this.search.find(request);
  }

  @Handle(contract.describeFound)
  describe(request: contract.DescribeFound) {
    return this.search.describe(request);
  }
}
