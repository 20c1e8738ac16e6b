import { spawn } from 'node:child_process';
import { cpuSeconds, readUse, switchesBetween } from './process-usage.ts';

describe('The CPU of a process with children', () => {
  it('does not lose that of a child that ends while it is read', async () => {
    // Each child of the shell takes about 50 ms of CPU and ends.
    const busy = 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done';
    const shell = spawn('sh', ['-c', `while :; do (${busy}); done`], { stdio: 'ignore' });
    try {
      const falls: number[] = [];
      let last = 0;
      for (const end = performance.now() + 4_000; performance.now() < end;) {
        const seconds = cpuSeconds(shell.pid ?? 0);
        // Linux rounds the time of each process down, to hundredths.
        if (seconds < last - 0.021) falls.push(last - seconds);
        last = seconds;
      }
      expect(last).toBeGreaterThan(0.3);
      expect(falls).toEqual([]);
    } finally {
      shell.kill('SIGKILL');
      await new Promise((resolve) => shell.once('exit', resolve));
    }
  });
});

describe('Context switches between two looks', () => {
  it('can be read while children end', async () => {
    const shell = spawn('sh', ['-c', 'while :; do (:) & (:) & wait; done'], { stdio: 'ignore' });
    try {
      let looks = 0;
      for (const end = performance.now() + 2_000; performance.now() < end; looks += 1)
        readUse({ shell: shell.pid ?? 0 });
      expect(looks).toBeGreaterThan(10);
    } finally {
      shell.kill('SIGKILL');
      await new Promise((resolve) => shell.once('exit', resolve));
    }
  });

  it('leave out a process that ended, and count one that began', () => {
    const [server, ended, begun] = [1, 2, 3];
    const before = new Map([
      [server, 100],
      [ended, 5_000],
    ]);
    const after = new Map([
      [server, 130],
      [begun, 7],
    ]);
    expect(switchesBetween(before, after)).toBe(37);
  });
});
