import { setImmediate } from 'node:timers/promises';
import { HashThreads } from './hash-threads.js';
import { PasswordHasher } from './password-hasher.js';

describe('hashing passwords', () => {
  it('compares with nothing at all again after its threads have died once', async () => {
    const hasher = new PasswordHasher({ calls: 0 });
    await hasher.hash('correct horse');
    await hasher.onApplicationShutdown();
    expect(await hasher.inTurn((compare) => compare('correct horse', undefined))).toBe(false);
    await hasher.onApplicationShutdown();
  });

  it('is a part that is away, and no fault, when a thread dies in the middle', async () => {
    const threads = new HashThreads({ calls: 0 });
    const hash = threads.run({ password: 'correct horse' });
    await setImmediate(); // it has begun
    await Promise.all([expect(hash).rejects.toMatchObject({ code: 'service-unavailable' }), threads.end()]);
  });

  it('rests after a hash during which calls came in, and only then', async () => {
    const bus = new Bus();
    const threads = new HashThreads(bus);
    const beginsAtOnce = async (): Promise<boolean> => {
      const looks = bus.looks;
      const hash = threads.run({ password: 'correct horse' });
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve(); // no timer can end meanwhile
      const begun = bus.looks > looks;
      await hash;
      return begun;
    };
    await beginsAtOnce();
    bus.calling = true;
    expect(await beginsAtOnce()).toBe(true);
    bus.calling = false;
    expect(await beginsAtOnce()).toBe(false);
    expect(await beginsAtOnce()).toBe(true);
    await threads.end();
  });

  it('is done by another thread when one dies while it rests', async () => {
    const bus = new Bus();
    bus.calling = true;
    const threads = new HashThreads(bus);
    await threads.run({ password: 'correct horse' });
    const next = threads.run({ password: 'correct horse' });
    await threads.end();
    expect(await next).toMatch(/^\$argon2id/);
    await threads.end();
  });
});

/** Looked at when a hash begins and when it has ended. */
class Bus {
  looks = 0;
  calling = false;

  get calls(): number {
    this.looks += 1;
    return this.calling ? this.looks : 0;
  }
}
