import { randomBytes } from 'node:crypto';
import { IdentityConfig } from '../identity.config.js';
import { KnownBrowsers } from './known-browsers.js';

describe('the cookie of a browser that has signed in before', () => {
  const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const withKeys = (...SECRETS_KEY: string[]) =>
    new KnownBrowsers(Object.assign(new IdentityConfig(), { SECRETS_KEY, PUBLIC_URL: 'https://ces.example' }));
  const browsers = withKeys(older);
  const sent = (cookie: string) => cookie.split(';', 1)[0] ?? '';
  const first = sent(browsers.cookieFor(undefined, 'anna@example.com'));

  it('identifies the browser only for the names that it signed in with', () => {
    const both = sent(browsers.cookieFor(first, 'bert@example.com'));
    const id = browsers.browserId(first, 'anna@example.com');
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(browsers.browserId(`a=b; ${both}; c=d`, ' ANNA@example.com')).toBe(id);
    expect(browsers.browserId(both, 'bert@example.com')).toBe(id);
    expect(browsers.browserId(first, 'bert@example.com')).toBeUndefined();
  });

  it('holds the names of the last five sign-ins', () => {
    const names = Array.from({ length: 6 }, (_, n) => `name${n}@example.com`);
    const cookie = names.reduce((kept, name) => sent(browsers.cookieFor(kept, name)), first);
    const known = names.map((name) => browsers.browserId(cookie, name) !== undefined);
    expect(known).toEqual([false, true, true, true, true, true]);
  });

  it('is refused when it is forged, altered or signed with another key', () => {
    const forged = [
      `ces_known=${'A'.repeat(22)}.${'A'.repeat(43)}`,
      first.replace(/=./, (start) => (start === '=A' ? '=B' : '=A')),
      'ces_known=',
      '',
    ];
    for (const cookie of forged) expect(browsers.browserId(cookie, 'anna@example.com')).toBeUndefined();
    expect(withKeys(newer).browserId(first, 'anna@example.com')).toBeUndefined();
  });

  it('stays valid while the key changes', () => {
    expect(withKeys(newer, older).browserId(first, 'anna@example.com')).toBeDefined();
  });

  it('goes only to the sign-in page, over TLS, and to no script', () => {
    expect(browsers.cookieFor(undefined, 'anna@example.com')).toMatch(
      /; Path=\/oauth2\/sign-in; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    );
  });
});
