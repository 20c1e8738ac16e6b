import { setImmediate } from 'node:timers/promises';
import { HashThreads } from './hash-threads.js';
import { PasswordHasher } from './password-hasher.js';

describe('hashing passwords', () => {
  it('compares with nothing at all again after its threads have died once', async () => {
    const hasher = new PasswordHasher();
    await setImmediate();
    await hasher.onApplicationShutdown();
    expect(await hasher.inTurn((compare) => compare('correct horse', undefined))).toBe(false);
    await hasher.onApplicationShutdown();
  });

  it('is a part that is away, and no fault, when a thread dies in the middle', async () => {
    const threads = new HashThreads();
    const hash = threads.run({ password: 'correct horse' });
    await Promise.all([expect(hash).rejects.toMatchObject({ code: 'service-unavailable' }), threads.end()]);
  });
});
