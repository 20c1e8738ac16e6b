import * as contract from '@ces/contracts/identity/admin-users';
import { exportOf, type DataOf } from '@ces/contracts/identity/erasure';
import type { UserRef } from '@ces/contracts/identity/users';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { AdminUsersService } from './admin-users.service.js';

@Controller()
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Handle(contract.searchUsers)
  search(request: contract.UserSearch) {
    return this.users.search(request);
  }

  @Handle(contract.adminUser)
  get(request: UserRef) {
    return this.users.get(request.user_id);
  }

  @Handle(contract.deactivateUser)
  deactivate(request: UserRef) {
    return this.users.deactivate(request.user_id);
  }

  @Handle(contract.reactivateUser)
  reactivate(request: UserRef) {
    return this.users.reactivate(request.user_id);
  }

  @Handle(contract.restoreUser)
  restore(request: UserRef) {
    return this.users.restore(request.user_id);
  }

  @Handle(exportOf('identity'))
  export(request: DataOf) {
    return this.users.export(request);
  }
}
