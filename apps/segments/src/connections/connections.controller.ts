import * as users from '@ces/contracts/identity/users';
import { OnEvents, type DeliveredFact } from '@ces/messaging/facts/on-event';
import { Controller } from '@nestjs/common';
import { CopyService } from './copy.service.js';

type Facts<T extends object> = DeliveredFact<T>[];

@Controller()
export class ConnectionsController {
  constructor(private readonly copy: CopyService) {}

  @OnEvents(users.connectionCreated)
  created(facts: Facts<users.ConnectionCreated>): Promise<void> {
    return this.copy.refresh(
      usersOf(facts),
      facts.map(({ payload }) => payload),
    );
  }

  @OnEvents(users.connectionRemoved)
  removed(facts: Facts<users.ConnectionRemoved>): Promise<void> {
    return this.copy.refresh(usersOf(facts));
  }

  @OnEvents(users.userClosed)
  closed(facts: Facts<users.UserClosed>): Promise<void> {
    return this.copy.refresh(usersOf(facts));
  }

  @OnEvents(users.userRestored)
  restored(facts: Facts<users.UserRestored>): Promise<void> {
    return this.copy.refresh(usersOf(facts));
  }
}

function usersOf(facts: Facts<{ user_id: string }>): string[] {
  return facts.map(({ payload }) => payload.user_id);
}
