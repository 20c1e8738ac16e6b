import type { Submission } from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { ConfirmedUsers, demandUserId } from './confirmed-users.js';

const anna = 'A'.repeat(25);
const ben = 'B'.repeat(25);

class IdentityStandIn {
  readonly calls: string[][] = [];
  open = [anna, ben];
  away = false;

  call(_contract: unknown, { user_ids }: { user_ids: string[] }): Promise<string[]> {
    this.calls.push(user_ids);
    const found = user_ids.filter((id) => this.open.includes(id));
    if (this.away) return Promise.reject(new Problem('service-unavailable', 'away'));
    return Promise.resolve(found);
  }
}

const eventOf = (user_id: string): Submission => ({ client_id: 'shop', user_id, event_name: 'purchase', data: '{}' });

describe('users of events, as identity confirms them', () => {
  let identity: IdentityStandIn;
  let users: ConfirmedUsers;

  beforeEach(() => {
    identity = new IdentityStandIn();
    users = new ConfirmedUsers(identity as unknown as Bus);
  });

  it('are asked about in one call', async () => {
    const confirmed = await Promise.all([anna, ben, anna].map((id) => users.confirm(eventOf(id))));
    expect(confirmed).toEqual([anna, ben, anna].map((id) => ({ ...eventOf(id), confirmed: true })));
    expect(identity.calls).toEqual([[anna, ben]]);
  });

  it('are refused if identity does not know them, and cannot be told while identity is away', async () => {
    identity.open = [ben];
    await expect(users.confirm(eventOf(anna))).rejects.toMatchObject({ code: 'user-not-found' });
    identity.away = true;
    await expect(users.confirm(eventOf(ben))).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  it('are refused at once with an id that no user can have', () => {
    for (const id of ['x', `${anna}A`])
      expect(() => {
        demandUserId(id);
      }).toThrow('There is no such user');
    demandUserId(anna);
  });
});
