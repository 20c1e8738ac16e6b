import { eventually } from '@ces/testing/eventually';
import { once } from 'node:events';
import { repeat, type Repeated } from './repeat.js';

const never = 3_600_000;

describe('repeat', () => {
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

  it('runs the work at once, and again after the pause', async () => {
    repeated = repeat(1, count, failed);
    expect(runs).toBe(1);
    await eventually(() => {
      expect(runs).toBeGreaterThan(2);
    });
  });

  it('waits before the first run if that is for later', async () => {
    repeated = repeat(never, count, failed, 'later');
    await repeated.end();
    expect(runs).toBe(0);
  });

  it('runs the work when it is woken', async () => {
    repeated = repeat(never, count, failed, 'later');
    repeated.wake();
    await eventually(() => {
      expect(runs).toBe(1);
    });
  });

  it('runs the work once more when it is woken during a run', async () => {
    const work = async (): Promise<void> => {
      await count();
      if (runs === 1) repeated?.wake();
    };
    repeated = repeat(never, work, failed);
    await eventually(() => {
      expect(runs).toBe(2);
    });
  });

  it('runs the work again at once while there is more', async () => {
    const work = async (): Promise<'more' | 'done'> => {
      await count();
      return runs < 3 ? 'more' : 'done';
    };
    repeated = repeat(never, work, failed);
    await eventually(() => {
      expect(runs).toBe(3);
    });
  });

  it('runs the work again after a failure, and passes each failure on', async () => {
    const work = async (): Promise<void> => {
      await count();
      throw new Error(`run ${runs}`);
    };
    repeated = repeat(1, work, failed);
    await eventually(() => {
      expect(failures).toEqual(expect.arrayContaining([new Error('run 1'), new Error('run 2')]));
    });
  });

  it('ends after the run in progress, whose signal is aborted', async () => {
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
