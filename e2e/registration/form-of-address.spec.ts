import { globSync, readFileSync } from 'node:fs';

/** Words of the other form of address. */
const others = { nl_NL: /\b(u|uw|uzelf)\b/i, de_DE: /\b(du|dich|dir|dein\w*)\b/i };

describe.each(Object.entries(others))('the texts of pages and mails in %s', (locale, other) => {
  it.each(globSync(`apps/*/src/*/texts/${locale}.json`))('have one form of address: %s', (file) => {
    expect(other.exec(readFileSync(file, 'utf8'))).toBeNull();
  });

  it('are found', () => {
    expect(globSync(`apps/*/src/*/texts/${locale}.json`)).toHaveLength(3);
  });
});
