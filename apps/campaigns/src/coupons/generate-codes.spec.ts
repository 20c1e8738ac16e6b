import { generateCodes } from './generate-codes.js';

describe('generated codes', () => {
  it('follow the pattern, are all different and use each character alike', async () => {
    const codes = await generateCodes(10_000, 'A*-********');
    expect(new Set(codes).size).toBe(10_000);
    for (const code of codes) expect(code).toMatch(/^A[2-9A-HJKMNP-Z]-[2-9A-HJKMNP-Z]{8}$/);
    const counts = new Map<string, number>();
    for (const letter of codes.map((code) => code.slice(3)).join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(31);
    // 80,000 letters, 2,581 of each on average: five standard deviations are some 250.
    for (const count of counts.values()) expect(Math.abs(count - 80_000 / 31)).toBeLessThan(300);
  });

  it('are made with pauses for other work', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1), 0);
    await generateCodes(50_000, '*'.repeat(100));
    clearInterval(other);
    expect(turns).toBeGreaterThan(5);
  });
});
