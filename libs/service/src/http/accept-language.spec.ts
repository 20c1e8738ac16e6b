import { firstKnown, localeFromHeader, localesInHeader } from './accept-language.js';

describe('localeFromHeader', () => {
  it.each([
    [undefined, 'en_GB'],
    ['', 'en_GB'],
    ['nl', 'nl_NL'],
    ['nl-BE', 'nl_NL'],
    ['DE-de', 'de_DE'],
    ['fr, nl;q=0.5', 'nl_NL'],
    ['en;q=0.1, de;q=0.9', 'de_DE'],
    ['de;q=0, nl;q=0.1', 'nl_NL'],
    ['fr-FR, es', 'en_GB'],
    ['*', 'en_GB'],
  ])('returns for %j %j', (header, locale) => {
    expect(localeFromHeader(header)).toBe(locale);
  });
});

describe('localesInHeader', () => {
  it('names languages with a region and our own locale of each language, best first', () => {
    expect(localesInHeader('fr-FR, nl-BE;q=0.8, de;q=0.5')).toEqual(['fr_FR', 'nl_BE', 'nl_NL', 'de_DE']);
    expect(localesInHeader(undefined)).toEqual([]);
  });

  it('names 20 at the most', () => {
    const header = Array.from({ length: 60 }, (_, i) => `fr-${i + 10}`).join();
    expect(localesInHeader(header)).toHaveLength(20);
  });
});

describe('firstKnown', () => {
  it('prefers the order of the tags, and knows a language in any region', () => {
    expect(firstKnown(['fr', 'de-at', 'nl'])).toBe('de_DE');
    expect(firstKnown(['fr'])).toBeUndefined();
  });
});
