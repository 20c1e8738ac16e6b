import { Problem } from '@ces/contracts/problems';
import { afterFailure } from './after-failure.js';

describe('a job whose try has failed', () => {
  const away = new Problem('service-unavailable', 'The cards service does not answer.');
  const pauses = (error: unknown, failed: number[]) =>
    failed.map((each) => {
      const at = afterFailure(error, each).try_at;
      return at && Math.round((at.getTime() - Date.now()) / 1_000);
    });

  it('is tried again after pauses that grow, for a day while a part is away', () => {
    expect(pauses(away, [0, 1, 2, 8, 9, 298, 299])).toEqual([1, 2, 4, 256, 300, 300, null]);
  });

  it('is set aside after five tries that fail for another reason', () => {
    expect(pauses(new Error('x'), [0, 3, 4])).toEqual([1, 8, null]);
  });

  it('says why, and nothing of the inside', () => {
    expect(afterFailure(away, 0)).toMatchObject({ attempts: 1, obstacle: 'The cards service does not answer.' });
    expect(afterFailure(new Error('relation "x"'), 0).obstacle).toBe('It failed on our side; the log says why.');
  });
});
