import { eventually } from '@ces/testing/eventually';
import { once } from 'node:events';
import { repeat, type Repeated } from './repeat.js';

const never = 3_600_000;

describe('work that is done again and again', () => {
  let repeated: Repeated | undefined;
  let runs = 0;
  const failures: unknown[] = [];
  const failed = (error: unknown): void => {
    failures.push(error);
  };
  const count = (): Promise<void> => {
    runs += 1;
    return Promise.resolve();
  };

  beforeEach(() => {
    runs = 0;
    failures.length = 0;
  });

  afterEach(() => repeated?.end());

  it('is done at once, and again when the time has passed', async () => {
    repeated = repeat(1, count, failed);
    expect(runs).toBe(1);
    await eventually(() => {
      expect(runs).toBeGreaterThan(2);
    });
  });

  it('is not done at once when the first time is for later', async () => {
    repeated = repeat(never, count, failed, 'later');
    await repeated.end();
    expect(runs).toBe(0);
  });

  it('does not wait when it is woken', async () => {
    repeated = repeat(never, count, failed, 'later');
    repeated.wake();
    await eventually(() => {
      expect(runs).toBe(1);
    });
  });

  it('is done once more when it is woken during a run', async () => {
    const work = async (): Promise<void> => {
      await count();
      if (runs === 1) repeated?.wake();
    };
    repeated = repeat(never, work, failed);
    await eventually(() => {
      expect(runs).toBe(2);
    });
  });

  it('goes on at once as long as there is more', async () => {
    const work = async (): Promise<'more' | 'done'> => {
      await count();
      return runs < 3 ? 'more' : 'done';
    };
    repeated = repeat(never, work, failed);
    await eventually(() => {
      expect(runs).toBe(3);
    });
  });

  it('is done again after it failed, and each failure is told', async () => {
    const work = async (): Promise<void> => {
      await count();
      throw new Error(`run ${runs}`);
    };
    repeated = repeat(1, work, failed);
    await eventually(() => {
      expect(failures).toEqual(expect.arrayContaining([new Error('run 1'), new Error('run 2')]));
    });
  });

  it('ends with the run at hand, which hears of it', async () => {
    let finished = false;
    const work = async (ended: AbortSignal): Promise<void> => {
      await once(ended, 'abort');
      await Promise.resolve();
      finished = true;
    };
    repeated = repeat(1, work, failed);
    await repeated.end();
    expect(finished).toBe(true);
  });
});
