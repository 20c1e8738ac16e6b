import { IdentityConfig } from '../identity.config.js';
import { SignInCookie } from './sign-in-cookie.js';

describe('the cookie of a sign-in to the console', () => {
  const begun = { state: 's', verifier: 'v', return_to: '/console/' };
  const at = (PUBLIC_URL: string) => new SignInCookie(Object.assign(new IdentityConfig(), { PUBLIC_URL }));

  it('is taken over TLS from this host only, and goes to no script', () => {
    const cookie = at('https://ces.example').write(begun);
    expect(cookie).toMatch(/^__Host-ces_console_sign_in=[\w-]+; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    expect(at('https://ces.example').read(`a=b; ${cookie}`)).toEqual(begun);
    expect(at('https://ces.example').read(cookie.replace('__Host-', ''))).toBeUndefined();
  });

  it('works without TLS under a name without the prefix', () => {
    const local = at('http://localhost:3000');
    expect(local.write(begun)).toMatch(
      /^ces_console_sign_in=[\w-]+; Max-Age=\d+; Path=\/console; HttpOnly; SameSite=Lax$/,
    );
    expect(local.read(local.write(begun))).toEqual(begun);
  });
});
