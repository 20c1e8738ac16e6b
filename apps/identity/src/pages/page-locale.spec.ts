import { pageLocale } from './page-locale.js';

describe('the language of a page', () => {
  it('is the first known one that the client names', () => {
    expect(pageLocale({ ui_locales: 'fr nl de' }, 'en')).toBe('nl_NL');
    expect(pageLocale({ ui_locales: 'DE_de' }, 'en')).toBe('de_DE');
  });

  it('is the one of the browser when the client names no known one', () => {
    expect(pageLocale({ ui_locales: 'fr' }, 'de-AT,de;q=0.9')).toBe('de_DE');
    expect(pageLocale({}, 'nl')).toBe('nl_NL');
    expect(pageLocale({ ui_locales: ['de'] }, 'nl')).toBe('nl_NL');
  });

  it('is the locale of the request before any other, and the default if that is unknown', () => {
    expect(pageLocale({ locale: 'de_DE', ui_locales: 'nl' }, 'nl')).toBe('de_DE');
    expect(pageLocale({ locale: 'fr_FR', ui_locales: 'nl' }, 'nl')).toBe('en_GB');
    expect(pageLocale({ locale: 'de', ui_locales: 'nl' }, 'de')).toBe('nl_NL');
  });

  it('is the default when neither names a known one', () => {
    expect(pageLocale({ ui_locales: 'fr' }, undefined)).toBe(pageLocale({}, undefined));
  });
});
