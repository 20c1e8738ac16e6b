import { locales } from '@ces/contracts/locale';
import { IdentityConfig } from '../identity.config.js';
import { PageFrame } from './html.js';
import { SignInPages } from './sign-in-pages.js';

describe('the sign-in pages', () => {
  const pages = new SignInPages(new PageFrame(new IdentityConfig()));
  const shop = { client: 'Shop', registers: true, forgotten: '?forgot=yes' };

  it('escape the names of clients and users', () => {
    const html = pages.signIn('en_GB', { ...shop, client: '<b>Shop</b>', username: '"><script>' });
    expect(html).toContain('&lt;b&gt;Shop&lt;/b&gt;');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(pages.consent('en_GB', '<i>', ['<u>'])).not.toMatch(/<i>|<u>/);
    expect(pages.refused('en_GB', '<b>')).toContain('<small>&lt;b&gt;</small>');
  });

  it('put the cursor into the first empty field', () => {
    expect(pages.signIn('en_GB', { ...shop, username: '' })).toMatch(/id="username"[^>]* autofocus>/);
    expect(pages.signIn('en_GB', { ...shop, username: 'anna' })).toMatch(/id="password"[^>]* autofocus>/);
  });

  it('name the pause of a throttled sign-in in seconds, and a long pause in minutes', () => {
    const shown = (seconds: number) =>
      pages.signIn('en_GB', { ...shop, username: 'anna', fault: { kind: 'throttled', seconds } });
    expect(shown(30)).toContain('30 seconds');
    expect(shown(900)).toContain('15 minutes');
  });

  it('exist in every language', () => {
    for (const locale of locales) {
      const html = pages.unavailable(locale);
      expect(html).toContain(`<html lang="${locale.replace('_', '-')}">`);
      expect(html).not.toContain('undefined');
    }
  });
});
