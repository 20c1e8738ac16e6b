import { switchesBetween } from './process-usage.ts';

describe('Context switches between two looks', () => {
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
