import { pageLocale } from './page-locale.js';

describe('the language of a page', () => {
  it('is the first known one that the client names', () => {
    expect(pageLocale('fr nl de', 'en')).toBe('nl_NL');
    expect(pageLocale('DE_de', 'en')).toBe('de_DE');
  });

  it('is the one of the browser when the client names no known one', () => {
    expect(pageLocale('fr', 'de-AT,de;q=0.9')).toBe('de_DE');
    expect(pageLocale(undefined, 'nl')).toBe('nl_NL');
    expect(pageLocale(['de'], 'nl')).toBe('nl_NL');
  });

  it('is the default when neither names a known one', () => {
    expect(pageLocale('fr', undefined)).toBe(pageLocale(undefined, undefined));
  });
});
