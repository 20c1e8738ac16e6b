import { codeOf, newTotpSecret, stepAt, stepOf } from './totp.js';

/** The secret of RFC 6238, appendix B, in Base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes by time', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %d s', (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1_000))).toBe(code);
  });

  it('count a step earlier or later, and no step that was used', () => {
    const now = 1_111_111_109_000;
    const here = stepAt(now);
    const at = (step: number, used = 0) => stepOf(secret, codeOf(secret, step), { now, used });
    expect([-2, -1, 0, 1, 2].map((by) => at(here + by))).toEqual([undefined, here - 1, here, here + 1, undefined]);
    expect(at(here, here)).toBeUndefined();
  });

  it('come from secrets of 160 bits', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  });
});
