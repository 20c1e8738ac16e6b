import { exportOf, userErased, type DataOf, type UserErased } from '@ces/contracts/identity/erasure';
import { userClosed, userRestored, type UserClosed, type UserRestored } from '@ces/contracts/identity/users';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Controller } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';
import { ExportService } from './export.service.js';

@Controller()
export class ErasureController {
  constructor(
    private readonly erasure: ErasureService,
    private readonly data: ExportService,
    private readonly users: ClosedUsers,
  ) {}

  @OnFact(userErased)
  erase({ user_id }: UserErased): Promise<void> {
    return this.erasure.erase(user_id);
  }

  @OnFact(userClosed)
  closed({ user_id, at }: UserClosed): Promise<void> {
    return this.users.noteClosing(user_id, { state: 'closed', at });
  }

  @OnFact(userRestored)
  restored({ user_id, at }: UserRestored): Promise<void> {
    return this.users.noteClosing(user_id, { state: 'restored', at });
  }

  @Handle(exportOf('campaigns'))
  export(request: DataOf) {
    return this.data.of(request);
  }
}
