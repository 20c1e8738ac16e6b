import { randomBytes } from 'node:crypto';
import { authorizeQuery, codeFor, openSignIn } from '../browser.ts';
import { codeOf, describe, type Answer } from '../send.ts';
import type { Tally } from '../tally.ts';
import { CALLBACK, type Client, type Person, type World } from '../world.ts';

export async function signIn(world: World, tally: Tally): Promise<void> {
  const client = await world.newClient();
  const person = await world.register();
  const setting = { world, tally, client, person };
  await tryRedirects(setting);
  await tryChallenges(setting);
  await tryVerifiers(setting);
  await tryCodes(setting);
  await tryJunk(setting);
}

interface Setting {
  world: World;
  tally: Tally;
  client: Client;
  person: Person;
}

/** Addresses are compared exactly: one that is nearly registered must get no redirect at all. */
async function tryRedirects({ world, tally, client }: Setting): Promise<void> {
  const variants = [
    `${CALLBACK}/`,
    `${CALLBACK}?more=1`,
    `${CALLBACK}#fragment`,
    `${CALLBACK}/../evil`,
    `${CALLBACK}%2f..%2fevil`,
    CALLBACK.replace('https:', 'http:'),
    CALLBACK.replace('app.attack.example', 'app.attack.example.evil.example'),
    CALLBACK.replace('app.attack.example', 'app.attack.example@evil.example'),
    CALLBACK.replace('app.attack.example', 'evil.example%23app.attack.example'),
    CALLBACK.replace('app.attack.example', 'app.attack.example:444'),
    CALLBACK.replace('app', 'APP'),
    CALLBACK.toUpperCase(),
    `${CALLBACK}\\evil`,
    `${CALLBACK}%00`,
    '//evil.example/callback',
    'https://evil.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    '/callback',
  ];
  for (const redirect_uri of variants) {
    const answer = await authorize(world, client, { redirect_uri });
    const answered = answer.status === 400 && answer.headers.location === undefined;
    tally.check(`redirect_uri ${redirect_uri}`, answered, `${describe(answer)} ${answer.headers.location ?? ''}`);
  }
  const twice = `/oauth2/authorize?${authorizeQuery(client, verifier())}&redirect_uri=https%3A%2F%2Fevil.example`;
  const answer = await world.send({ path: twice });
  tally.check('two redirect_uri', !(answer.headers.location ?? '').includes('evil'), describe(answer));
  const out = await world.send({
    path: `/oauth2/logout?post_logout_redirect_uri=https%3A%2F%2Fevil.example&client_id=${client.id}`,
  });
  tally.check(
    'a foreign address after signing out',
    out.status === 400 && out.headers.location === undefined,
    describe(out),
  );
}

/** Without S256 there must be no code. The refusal goes to the registered address. */
async function tryChallenges({ world, tally, client }: Setting): Promise<void> {
  const challenges: Record<string, Record<string, string>> = {
    'no challenge': { code_challenge: '', code_challenge_method: '' },
    'method plain': { code_challenge_method: 'plain' },
    'no method': { code_challenge_method: '' },
    'an unknown method': { code_challenge_method: 'S512' },
    'a short challenge': { code_challenge: 'short' },
    'response_type token': { response_type: 'token' },
    'response_type id_token': { response_type: 'id_token', nonce: 'n' },
    'response_type code id_token': { response_type: 'code id_token', nonce: 'n' },
    'a scope that is a client’s': { scope: 'openid admin' },
    'response_mode with a script': { response_mode: 'javascript' },
    'a request object': { request: 'eyJhbGciOiJub25lIn0.e30.' },
    'an address of a request object': { request_uri: 'http://127.0.0.1:1/request' },
  };
  for (const [what, more] of Object.entries(challenges)) {
    const answer = await authorize(world, client, more);
    const location = answer.headers.location ?? '';
    const refused = answer.status === 400 || (location.startsWith(CALLBACK) && /[?&#]error=/.test(location));
    tally.check(`authorize with ${what}`, refused, `${describe(answer)} ${location}`);
  }
}

async function tryVerifiers(setting: Setting): Promise<void> {
  const { world, tally, client, person } = setting;
  const verifiers: Record<string, (verifier: string) => Record<string, string>> = {
    'no verifier': () => ({}),
    'another verifier': () => ({ code_verifier: verifier() }),
    'an empty verifier': () => ({ code_verifier: '' }),
    'the verifier cut': (own) => ({ code_verifier: own.slice(0, -1) }),
    'another redirect_uri': (own) => ({ code_verifier: own, redirect_uri: `${CALLBACK}/` }),
    'no redirect_uri': (own) => ({ code_verifier: own, redirect_uri: '' }),
  };
  for (const [what, of] of Object.entries(verifiers)) {
    const { code, verifier: own } = await codeFor(world, client, person);
    expectRefused(tally, `redeem with ${what}`, await redeem(world, client, { code, ...of(own) }));
  }
}

async function tryCodes({ world, tally, client, person }: Setting): Promise<void> {
  const first = await codeFor(world, client, person);
  world.planted.set('an authorization code', first.code);
  const good = { code: first.code, code_verifier: first.verifier };
  const redeemed = await redeem(world, client, good);
  tally.check('control: a code is redeemed once', redeemed.status === 200, describe(redeemed));
  expectRefused(tally, 'a code used twice', await redeem(world, client, good));
  const [, token = ''] = /"access_token":"([^"]+)"/.exec(redeemed.text) ?? [];
  world.planted.set('an access token of a code', token);
  const introspected = await world.oauth(client, { token }, 'introspect');
  const ended = introspected.text.includes('"active":false');
  tally.check('the token of a code that was used twice is dead', ended, describe(introspected));
  const other = await world.newClient();
  const stolen = await codeFor(world, client, person);
  const of = { code: stolen.code, code_verifier: stolen.verifier };
  expectRefused(tally, 'a code of another client', await redeem(world, other, of));
  const wrong = await redeem(world, { ...client, secret: other.secret }, of);
  tally.check('a code with the secret of another client', wrong.status === 401, describe(wrong));
  expectRefused(tally, 'a guessed code', await redeem(world, client, { code: verifier(), code_verifier: verifier() }));
}

/** A caller's own values must come back unchanged or be refused; they must not shape a page or a header. */
async function tryJunk({ world, tally, client, person }: Setting): Promise<void> {
  for (const state of ['"><script>alert(1)</script>', 'a\r\nSet-Cookie: evil=1', 'ä€😀', 'x'.repeat(500)]) {
    const begun = await openSignIn(world, client, { state, nonce: state });
    const page = await begun.browser.submit(begun.page, { ...person, action: 'sign-in' });
    const kept = page.status === 0 && new URL(page.url).searchParams.get('state') === state;
    const shown = begun.page.html.includes('<script>alert');
    tally.check(
      `state ${JSON.stringify(state.slice(0, 30))}`,
      !shown && (kept || page.status === 400),
      `${page.status} ${page.url}`,
    );
  }
  for (const more of [{ state: 'x'.repeat(12_000) }, { nonce: 'x'.repeat(12_000) }]) {
    const answer = await authorize(world, client, more);
    const location = answer.headers.location ?? '';
    const refused = answer.status >= 400 && answer.status < 500;
    tally.check(
      `a ${Object.keys(more)[0] ?? ''} of 12,000 characters`,
      refused || location.includes('error='),
      describe(answer),
    );
  }
  const hint = await openSignIn(world, client, { login_hint: '"><script>alert(1)</script>' });
  tally.check('a login_hint with a script', !hint.page.html.includes('<script>alert'), hint.page.html);
  const forged = await openSignIn(world, client);
  const answer = await world.send({
    method: 'POST',
    path: new URL(forged.page.url).pathname,
    body: new URLSearchParams({ ...person, action: 'sign-in' }),
    headers: { origin: 'https://evil.example' },
  });
  tally.check('a sign-in form sent without the browser’s cookies', answer.status >= 400, describe(answer));
}

function authorize(world: World, client: Client, more: Record<string, string>): Promise<Answer> {
  const path = `/oauth2/authorize?${authorizeQuery(client, verifier(), more)}`;
  return world.send({ path, headers: { accept: 'text/html' } });
}

function redeem(world: World, client: Client, more: Record<string, string>): Promise<Answer> {
  const form = { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...more };
  return world.oauth(client, Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '')));
}

function expectRefused(tally: Tally, what: string, answer: Answer): void {
  const refused = answer.status === 400 && ['invalid_grant', 'invalid_request'].includes(codeOf(answer));
  tally.check(what, refused, describe(answer));
}

function verifier(): string {
  return randomBytes(32).toString('base64url');
}
