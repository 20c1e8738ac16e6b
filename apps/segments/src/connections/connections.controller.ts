import * as users from '@ces/contracts/identity/users';
import { OnEvents, type Delivery, type DeliveredFact } from '@ces/messaging/facts/on-event';
import { Controller } from '@nestjs/common';
import { CopyService } from './copy.service.js';

type Facts<T extends object> = DeliveredFact<T>[];
type Within = Pick<Delivery, 'tx'>;

@Controller()
export class ConnectionsController {
  constructor(private readonly copy: CopyService) {}

  /** Whoever was erased before this came can have identifiers in a file that only this fact knows of. */
  @OnEvents(users.connectionCreated)
  async created(facts: Facts<users.ConnectionCreated>, { tx }: Within): Promise<void> {
    const told = facts.map(({ payload }) => payload);
    await this.copy.refresh(tx, usersOf(facts), told);
  }

  @OnEvents(users.connectionRemoved)
  async removed(facts: Facts<users.ConnectionRemoved>, { tx }: Within): Promise<void> {
    await this.copy.refresh(tx, usersOf(facts));
  }

  @OnEvents(users.userClosed)
  async closed(facts: Facts<users.UserClosed>, { tx }: Within): Promise<void> {
    await this.copy.refresh(tx, usersOf(facts));
  }

  @OnEvents(users.userRestored)
  async restored(facts: Facts<users.UserRestored>, { tx }: Within): Promise<void> {
    await this.copy.refresh(tx, usersOf(facts));
  }
}

function usersOf(facts: Facts<{ user_id: string }>): string[] {
  return facts.map(({ payload }) => payload.user_id);
}
