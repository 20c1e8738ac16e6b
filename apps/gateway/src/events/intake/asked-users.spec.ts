import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { AskedUsers, demandUserId } from './asked-users.js';

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

describe('users whom identity is asked about', () => {
  let identity: IdentityStandIn;
  let users: AskedUsers;

  beforeEach(() => {
    identity = new IdentityStandIn();
    users = new AskedUsers(identity as unknown as Bus);
  });

  it('are asked about in one call', async () => {
    expect(await Promise.all([anna, ben, anna].map((id) => users.exists(id)))).toEqual([true, true, true]);
    expect(identity.calls).toEqual([[anna, ben]]);
  });

  it('do not exist if identity does not name them, and cannot be told while identity is away', async () => {
    identity.open = [ben];
    expect(await users.exists(anna)).toBe(false);
    identity.away = true;
    await expect(users.exists(ben)).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  it('are refused at once with an id that no user can have', () => {
    for (const id of ['x', `${anna}A`])
      expect(() => {
        demandUserId(id);
      }).toThrow('There is no such user');
    demandUserId(anna);
  });
});
