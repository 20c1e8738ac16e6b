import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import type { RevocationWatch } from '../../access/revocation-watch.js';
import { KnownUsers } from './known-users.js';

const realNow = performance.now.bind(performance);
const anna = 'A'.repeat(25);
const ben = 'B'.repeat(25);

class IdentityStandIn {
  readonly calls: string[][] = [];
  open = [anna, ben];
  away = false;
  meanwhile = (): void => undefined;

  call(_contract: unknown, { user_ids }: { user_ids: string[] }): Promise<string[]> {
    this.calls.push(user_ids);
    const found = user_ids.filter((id) => this.open.includes(id));
    return Promise.resolve().then(() => {
      this.meanwhile();
      if (this.away) throw new Problem('service-unavailable', 'away');
      return found;
    });
  }
}

describe('the known users', () => {
  let identity: IdentityStandIn;
  let users: KnownUsers;
  let revoke: (userId: string) => void;

  beforeEach(() => {
    identity = new IdentityStandIn();
    const revocations = { onRevokedUser: (listener: typeof revoke) => (revoke = listener) };
    users = new KnownUsers(identity as unknown as Bus, revocations as unknown as RevocationWatch);
  });
  afterEach(() => {
    Object.assign(performance, { now: realNow });
  });

  const later = (ms: number) => {
    const now = realNow();
    Object.assign(performance, { now: () => now + ms });
  };

  it('are asked about in one call, and then remembered for a minute', async () => {
    expect(await Promise.all([users.has(anna), users.has(ben), users.has(anna)])).toEqual([true, true, true]);
    expect(await users.has(anna)).toBe(true);
    expect(identity.calls).toEqual([[anna, ben]]);
    later(61_000);
    expect(await users.has(anna)).toBe(true);
    expect(identity.calls).toHaveLength(2);
  });

  it('are not asked about with an id that no user can have', async () => {
    expect([await users.has('x'), await users.has(`${anna}A`)]).toEqual([false, false]);
    expect(identity.calls).toEqual([]);
  });

  it('stay known while identity is away', async () => {
    await users.has(anna);
    identity.away = true;
    later(61_000);
    expect(await users.has(anna)).toBe(true);
    await expect(users.has(ben)).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  it('are forgotten when their tokens are revoked', async () => {
    await users.has(anna);
    identity.open = [];
    revoke(anna);
    expect(await users.has(anna)).toBe(false);
  });

  it('are not remembered by an answer that was under way when their account was closed', async () => {
    identity.meanwhile = () => {
      revoke(anna);
    };
    await users.has(anna);
    identity.open = [];
    expect(await users.has(anna)).toBe(false);
    expect(identity.calls).toHaveLength(2);
  });
});
