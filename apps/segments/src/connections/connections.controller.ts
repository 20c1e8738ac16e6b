import * as users from '@ces/contracts/identity/users';
import { OnFacts, type DeliveredFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { ConnectionCopyService } from './connection-copy.service.js';

type Facts<T extends object> = DeliveredFact<T>[];

@Controller()
export class ConnectionsController {
  constructor(private readonly copy: ConnectionCopyService) {}

  @OnFacts(users.connectionCreated)
  created(facts: Facts<users.ConnectionCreated>): Promise<void> {
    return this.copy.refresh(
      usersOf(facts),
      facts.map(({ payload }) => payload),
    );
  }

  @OnFacts(users.connectionRemoved)
  removed(facts: Facts<users.ConnectionRemoved>): Promise<void> {
    return this.copy.refresh(usersOf(facts));
  }

  @OnFacts(users.userClosed)
  closed(facts: Facts<users.UserClosed>): Promise<void> {
    return this.copy.refresh(usersOf(facts));
  }

  @OnFacts(users.userRestored)
  restored(facts: Facts<users.UserRestored>): Promise<void> {
    return this.copy.refresh(usersOf(facts));
  }
}

function usersOf(facts: Facts<{ user_id: string }>): string[] {
  return facts.map(({ payload }) => payload.user_id);
}
