import { setImmediate } from 'node:timers/promises';
import { HashThreads } from './hash-threads.js';
import { PasswordHasher } from './password-hasher.js';

const realNow = performance.now.bind(performance);

describe('the password hasher', () => {
  afterEach(() => {
    Object.assign(performance, { now: realNow });
  });

  it('still compares with `undefined` after its threads have ended', async () => {
    const hasher = new PasswordHasher({ calls: 0 });
    await hasher.hash('correct horse');
    await hasher.onApplicationShutdown();
    expect(await hasher.inTurn((compare) => compare('correct horse', undefined))).toBe(false);
    await hasher.onApplicationShutdown();
  });

  it('compares with hashes of our own while a line of foreign ones waits, and refuses more of these', async () => {
    const hasher = new PasswordHasher({ calls: 0 });
    const { promise: end, resolve } = Promise.withResolvers<undefined>();
    const turns: Promise<unknown>[] = [];
    for (let refused = false; !refused;) {
      const turn = hasher.inForeignTurn(() => end);
      turns.push(turn.catch((error: unknown) => error));
      refused = await Promise.race([
        turn.then(
          () => false,
          () => true,
        ),
        setImmediate(false),
      ]);
    }
    expect(await hasher.attempt(() => hasher.inTurn((compare) => compare('correct horse', undefined)))).toBe(false);
    resolve(undefined);
    expect((await Promise.all(turns)).at(-1)).toMatchObject({ code: 'service-unavailable' });
    await hasher.onApplicationShutdown();
  });

  it('reports an outage, and no fault, when a thread dies during a hash', async () => {
    const threads = new HashThreads({ calls: 0 });
    const hash = threads.run({ password: 'correct horse' });
    await setImmediate(); // the hash has begun
    await Promise.all([expect(hash).rejects.toMatchObject({ code: 'service-unavailable' }), threads.end()]);
  });

  it('lets a thread rest only after a hash during which calls came in', async () => {
    const counter = new FakeCounter();
    const threads = new HashThreads(counter);
    const beginsAtOnce = async (): Promise<boolean> => {
      const looks = counter.looks;
      const hash = threads.run({ password: 'correct horse' });
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve(); // too few turns for a timer to end
      const begun = counter.looks > looks;
      await hash;
      return begun;
    };
    await beginsAtOnce();
    counter.calling = true;
    let ended = 0;
    Object.assign(performance, { now: () => (ended = realNow()) });
    expect(await beginsAtOnce()).toBe(true);
    counter.calling = false;
    // The clock stands still, because the rest is over soon.
    Object.assign(performance, { now: () => ended });
    expect(await beginsAtOnce()).toBe(false);
    Object.assign(performance, { now: realNow });
    expect(await beginsAtOnce()).toBe(true);
    await threads.end();
  });

  it('uses another thread when one dies during its rest', async () => {
    const counter = new FakeCounter();
    counter.calling = true;
    const threads = new HashThreads(counter);
    await threads.run({ password: 'correct horse' });
    const next = threads.run({ password: 'correct horse' });
    await threads.end();
    expect(await next).toMatch(/^\$argon2id/);
    await threads.end();
  });
});

/** Counts how often it is read: when a hash begins and when it ends. */
class FakeCounter {
  looks = 0;
  calling = false;

  get calls(): number {
    this.looks += 1;
    return this.calling ? this.looks : 0;
  }
}
