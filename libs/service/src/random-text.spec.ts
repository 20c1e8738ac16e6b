import { randomText } from './random-text.js';

describe('a random text', () => {
  it('has the given length, and letters and digits only', () => {
    for (const length of [0, 1, 25, 64]) expect(randomText(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`));
  });

  it('uses every letter and digit, and does not repeat itself', () => {
    const texts = Array.from({ length: 1_000 }, () => randomText(25));
    expect(new Set(texts).size).toBe(1_000);
    expect(new Set(texts.join('')).size).toBe(62);
  });
});
