import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { setTimeout as pause } from 'node:timers/promises';
import { PublicOrigins } from './public-origins.js';

const realNow = performance.now.bind(performance);
const app = 'https://app.example';
const other = 'https://other.example';

/** While `hangs` is set, a call ends only with `release`. */
class IdentityStandIn {
  calls = 0;
  origins = [app];
  away = false;
  hangs = false;
  release = (): void => undefined;

  async call(): Promise<string[]> {
    this.calls += 1;
    if (this.hangs) await new Promise<void>((resolve) => (this.release = resolve));
    if (this.away) throw new Problem('service-unavailable', 'away');
    return this.origins;
  }
}

describe('the origins of public clients', () => {
  let identity: IdentityStandIn;
  let origins: PublicOrigins;

  beforeEach(() => {
    identity = new IdentityStandIn();
    origins = new PublicOrigins(identity as unknown as Bus);
  });
  afterEach(() => {
    Object.assign(performance, { now: realNow });
  });

  /** The cache reads the clock once in a millisecond. */
  const later = async (ms: number) => {
    Object.assign(performance, { now: () => realNow() + ms });
    await pause(10);
  };

  it('are read once in two seconds, and a new one is known at its first call after that', async () => {
    expect([await origins.has(app), await origins.has(other), identity.calls]).toEqual([true, false, 1]);
    identity.origins = [other];
    await later(2_100);
    expect([await origins.has(other), await origins.has(app), identity.calls]).toEqual([true, false, 2]);
  });

  it('that are known wait for no answer of identity', async () => {
    await origins.has(app);
    identity.hangs = true;
    identity.away = true;
    await later(2_100);
    const answered = Promise.race([origins.has(app), pause(500, 'waited')]);
    expect([await answered, identity.calls]).toEqual([true, 2]);
    identity.release();
    await pause(10);
    expect(await origins.has(app)).toBe(true);
  });

  it('are not asked for again for two seconds after a read that failed', async () => {
    identity.away = true;
    expect([await origins.has(app), await origins.has(app), identity.calls]).toEqual([false, false, 1]);
    identity.away = false;
    await later(2_100);
    expect([await origins.has(app), identity.calls]).toEqual([true, 2]);
  });
});
