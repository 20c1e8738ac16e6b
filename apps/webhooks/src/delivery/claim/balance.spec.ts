import { Balance } from './balance.js';

describe('the balance of senders', () => {
  const told = (...held: number[]): Balance => {
    const balance = new Balance();
    for (const [n, each] of held.entries()) balance.hear({ sender: String(n), held: each, full: false }, 0);
    return balance;
  };

  it('does not limit a sender that is alone', () => {
    expect(told().allowance(1_000, 0)).toBe(Infinity);
    expect(told().surplus(1_000, 0)).toBe(0);
  });

  it('lets a sender claim a step beyond the average', () => {
    expect(told(0, 0).allowance(0, 0)).toBe(4);
    expect(told(0, 0).allowance(4, 0)).toBe(1);
    expect(told(0, 0).allowance(6, 0)).toBe(0);
    expect(told(100).allowance(100, 0)).toBe(25);
    expect(told(1_000).allowance(1_000, 0)).toBe(32);
    expect(told(1_000).allowance(0, 0)).toBe(532);
  });

  it('lets a sender leave to the others what it holds beyond the average', () => {
    expect(told(0).surplus(1_000, 0)).toBe(500);
    expect(told(100).surplus(110, 0)).toBe(0);
    expect(told(1_000).surplus(0, 0)).toBe(0);
  });

  it('passes over senders that are full or silent', () => {
    const balance = told(0);
    balance.hear({ sender: 'full', held: 10, full: true }, 2_000);
    expect(balance.allowance(4, 2_000)).toBe(2);
    expect(balance.allowance(4, 3_000)).toBe(Infinity);
    expect(balance.surplus(1_000, 3_000)).toBe(0);
  });
});
