import { Problem } from '@ces/contracts/problems';
import { afterFailure } from './after-failure.js';

describe('a job whose try has failed', () => {
  const none = { attempts: 0, faults: 0 };
  const away = new Problem('service-unavailable', 'The cards service does not answer.');
  const pauses = (error: unknown, failed: number[], faults = 0) =>
    failed.map((attempts) => {
      const at = afterFailure(error, { attempts, faults }).try_at;
      return at && Math.round((at.getTime() - Date.now()) / 1_000);
    });

  it('is tried again after pauses that grow, for a day while a part is away', () => {
    expect(pauses(away, [0, 1, 2, 8, 9, 298, 299])).toEqual([1, 2, 4, 256, 300, 300, null]);
  });

  it('is set aside after five tries that fail for another reason', () => {
    expect(pauses(new Error('x'), [3], 3)).toEqual([8]);
    expect(pauses(new Error('x'), [4], 4)).toEqual([null]);
  });

  it('is tried again after a fault that follows many tries while a part was away', () => {
    expect(pauses(new Error('x'), [100], 0)).toEqual([300]);
    expect(afterFailure(away, { attempts: 4, faults: 4 })).toMatchObject({ attempts: 5, faults: 4 });
    expect(pauses(away, [4], 4)).toEqual([16]);
  });

  it('says why, and nothing of the inside', () => {
    expect(afterFailure(away, none)).toMatchObject({ attempts: 1, obstacle: 'The cards service does not answer.' });
    expect(afterFailure(new Error('relation "x"'), none).obstacle).toBe('It failed on our side; the log says why.');
  });
});
