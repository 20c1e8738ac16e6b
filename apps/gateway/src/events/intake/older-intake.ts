import { acceptEvents, type EventResult, type Submission } from '@ces/contracts/events/events';
import { Bus } from '@ces/messaging/calls/bus';
import { Injectable } from '@nestjs/common';
import { AskedUsers, userNotFound } from './asked-users.js';

/** Sends events to an events service of release 0.2, which does not look users up: identity is asked about each of them. */
@Injectable()
export class OlderIntake {
  constructor(
    private readonly bus: Bus,
    private readonly users: AskedUsers,
  ) {}

  async send(submissions: Submission[], timeout: number): Promise<EventResult[]> {
    const exist = await Promise.all(submissions.map(({ user_id }) => this.users.exists(user_id)));
    const known = submissions.filter((_, place) => exist[place]);
    const results = (await this.bus.call(acceptEvents, { submissions: known }, { timeout })).values();
    return exist.map((exists) => {
      const result = exists ? results.next().value : { problem: userNotFound().toJSON() };
      if (!result) throw new Error('the events service gave no result');
      return result;
    });
  }
}
