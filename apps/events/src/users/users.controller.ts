import {
  userClosed,
  userCreated,
  userRestored,
  type UserClosed,
  type UserCreated,
  type UserRestored,
} from '@ces/contracts/identity/users';
import { OnFact, OnFacts, type DeliveredFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { KnownUsersService } from './known-users.service.js';

@Controller()
export class UsersController {
  constructor(private readonly users: KnownUsersService) {}

  @OnFacts(userCreated)
  created(facts: DeliveredFact<UserCreated>[]): Promise<void> {
    return this.users.add(facts.map(({ payload }) => payload.user_id));
  }

  @OnFact(userClosed)
  closed({ user_id, at }: UserClosed): Promise<void> {
    return this.users.noteClosing(user_id, true, at);
  }

  @OnFact(userRestored)
  restored({ user_id, at }: UserRestored): Promise<void> {
    return this.users.noteClosing(user_id, false, at);
  }
}
