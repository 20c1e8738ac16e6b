import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../testing/src/eventually.ts';
import { startChild } from './child-process.ts';
import { supervise, type Part } from './supervise.ts';

describe('supervise', () => {
  const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const lines: string[] = [];
  const watcher = { changed: () => undefined, warn: (line: string) => void lines.push(line) };
  const part = (command: string): Part => ({
    name: 'part',
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    start: () => startChild('sh', ['-c', command], { logFile: join(dir, 'log'), deathSignal: 'SIGKILL' }),
  });

  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => {
    rmSync(dir, { recursive: true });
  });

  it('waits twice as long before each new attempt, and logs that', async () => {
    const supervised = await supervise(part('exit 7'), watcher);
    await eventually(() => {
      expect(lines).toHaveLength(3);
    });
    await supervised.stop();
    const delays = [0.2, 0.4, 0.8];
    expect(lines).toEqual(delays.map((delay) => `part ended with code 7; starting it again in ${delay} s`));
  });

  it('leaves a part stopped after a stop', async () => {
    const supervised = await supervise(part('exec sleep 1000'), watcher);
    await supervised.stop();
    expect(supervised.pid()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('tries again when a start fails', async () => {
    const working = part('exec sleep 1000');
    let starts = 0;
    const start = (): ReturnType<Part['start']> =>
      ++starts === 2 ? Promise.reject(new Error('not this time')) : working.start();
    const supervised = await supervise({ ...working, start }, watcher);
    await supervised.kill();
    await eventually(() => {
      expect(starts).toBe(3);
      expect(supervised.pid()).toBeDefined();
    });
    expect(lines).toContain('not this time');
    await supervised.stop();
  });
});
