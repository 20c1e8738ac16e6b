import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeForm, Provider } from '../provider.ts';
import { demand, describe, type Answer } from '../send.ts';
import type { Tally } from '../tally.ts';
import { decode, encode, openTrueKey, signToken, type TrueKey } from '../true-key.ts';
import type { World } from '../world.ts';

const CLIENT_PATH = '/api/1/user/person/fields';
const USER_PATH = '/api/1/user/person/me';

/** Tokens that differ from a good one in one detail, each on a route for clients and on a route for users. */
export async function tokens(world: World, tally: Tally): Promise<void> {
  const good = await world.clientToken(world.file.admin);
  const person = await world.register();
  const user = await world.userToken(person, 'openid profile');
  const key = await openTrueKey(world);
  const paths: [path: string, token: string][] = [
    [CLIENT_PATH, good],
    [USER_PATH, user],
  ];
  for (const [path, token] of paths) {
    const again = resign(key, token, {}, {});
    const control = await world.send({ path, token: again });
    tally.check(
      `${path}: a token signed by the attack with the true key is good`,
      control.status === 200,
      describe(control),
    );
    for (const [what, forged] of Object.entries(forgeries(key, token))) {
      expectRefused(tally, `${path}: ${what}`, await world.send({ path, token: forged }));
    }
  }
  await tryOtherTokens(world, tally, person);
  await tryHeaders(world, tally, good);
  await tryKeysFromElsewhere(world, tally, key, good);
  await tryIdTokens(world, tally);
}

function expectRefused(tally: Tally, what: string, answer: Answer): void {
  const challenged = /error="invalid_token"/.test(answer.headers['www-authenticate'] ?? '');
  tally.check(what, answer.status === 401 && challenged, describe(answer));
}

function resign(key: TrueKey, token: string, header: object, claims: object): string {
  const [head, body] = token.split('.');
  return signToken({ ...decode(head), ...header }, { ...decode(body), ...claims }, key.private);
}

function forgeries(key: TrueKey, token: string): Record<string, string> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const [header, claims] = [decode(head), decode(body)];
  const now = Math.floor(Date.now() / 1_000);
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const changed = (more: object): string => resign(key, token, {}, more);
  const marked = (more: object): string => resign(key, token, more, {});
  return {
    'alg none without a signature': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'alg nOnE': `${encode({ ...header, alg: 'nOnE' })}.${body}.`,
    'alg none with the old signature': `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    ...hmacForgeries(key, header, body),
    'signed by a stranger under our kid': signToken(header, claims, stranger.privateKey),
    'signed by a stranger with ES256': signToken({ ...header, alg: 'ES256' }, claims, elliptic.privateKey),
    'RS512 where RS256 is wanted': signToken({ ...header, alg: 'RS512' }, claims, key.private, 'sha512'),
    'an unknown kid': marked({ kid: 'unknown' }),
    'a kid that is a path': marked({ kid: '../../../../dev/null' }),
    'a kid that is an injection': marked({ kid: "' OR '1'='1" }),
    'a kid that is an object': marked({ kid: {} }),
    'no kid': marked({ kid: undefined }),
    'another issuer': changed({ iss: 'https://evil.example' }),
    'the issuer with a slash': changed({ iss: `${String(claims['iss'])}/` }),
    'another audience': changed({ aud: 'another-api' }),
    'no audience': changed({ aud: [] }),
    'typ JWT': marked({ typ: 'JWT' }),
    'no typ': marked({ typ: undefined }),
    'typ of a logout token': marked({ typ: 'logout+jwt' }),
    'no exp': changed({ exp: undefined }),
    expired: changed({ exp: now - 120 }),
    'exp as text': changed({ exp: String(now + 900) }),
    'not valid yet': changed({ nbf: now + 600 }),
    'token_use root': changed({ token_use: 'root' }),
    'a scope that is a list': changed({ scope: ['admin'] }),
    'an unknown crit': marked({ crit: ['attack'], attack: true }),
    'a known name in crit': marked({ crit: ['exp'], exp: now + 900 }),
    'an empty crit': marked({ crit: [] }),
    'crit b64': marked({ crit: ['b64'], b64: false }),
    'a cut signature': token.slice(0, -4),
    'other claims under the old signature': `${head}.${encode({ ...claims, scope: 'admin' })}.${signature}`,
    'five parts': `${token}.AAAA.BBBB`,
    'two parts': `${head}.${body}`,
    'a claim behind the signature': `${token}.${body}`,
    'claims that are no JSON': `${head}.${Buffer.from('{').toString('base64url')}.${signature}`,
    'a header that is no JSON': `${Buffer.from('[').toString('base64url')}.${body}.${signature}`,
    'random bytes': randomBytes(200).toString('base64url'),
  };
}

/** The public key is not a secret, so it must not work as one for HS256. */
function hmacForgeries(key: TrueKey, header: object, body: string): Record<string, string> {
  const secrets = {
    'as PEM': key.public.export({ type: 'spki', format: 'pem' }),
    'as PKCS1': key.public.export({ type: 'pkcs1', format: 'pem' }),
    'as DER': key.public.export({ type: 'spki', format: 'der' }),
    'as JWK': JSON.stringify(key.public.export({ format: 'jwk' })),
    'as an empty secret': '',
  };
  const signed = `${encode({ ...header, alg: 'HS256' })}.${body}`;
  return Object.fromEntries(
    Object.entries(secrets).map(([what, secret]) => {
      return [
        `HS256 with the public key ${what}`,
        `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`,
      ];
    }),
  );
}

async function tryOtherTokens(
  world: World,
  tally: Tally,
  person: { username: string; password: string },
): Promise<void> {
  const { username, password } = person;
  const scope = 'openid profile offline_access';
  const answer = await world.oauth(world.file.admin, { grant_type: 'password', username, password, scope });
  const all = demand(answer, 200, 'id_token', 'refresh_token');
  const others = {
    'an id_token': all.id_token,
    'a refresh token': all.refresh_token,
    'a client secret': world.file.admin.secret,
  };
  for (const [what, token] of Object.entries(others)) {
    if (what !== 'a client secret') world.planted.set(`${what} of ${username}`, token);
    for (const path of [CLIENT_PATH, USER_PATH]) {
      expectRefused(tally, `${path}: ${what} as access token`, await world.send({ path, token: token }));
    }
    const info = await world.send({ path: '/oauth2/userinfo', token: token });
    tally.check(`userinfo: ${what} as access token`, info.status === 401, describe(info));
  }
}

/** A token with a suffix must not count as the token. */
async function tryHeaders(world: World, tally: Tally, good: string): Promise<void> {
  const long = 'x'.repeat(14_000);
  const headers = {
    '14 KB behind a space': `Bearer ${good} ${long}`,
    '14 KB behind a comma': `Bearer ${good},${long}`,
    '14 KB as a fourth part': `Bearer ${good}.${long}`,
    '14 KB behind a tab': `Bearer ${good}\t${long}`,
    'two tokens': `Bearer ${good} Bearer ${good}`,
    'no scheme': good,
    'scheme Basic': `Basic ${good}`,
    'quotes around it': `Bearer "${good}"`,
    'padding behind it': `Bearer ${good}=`,
    'an empty token': 'Bearer ',
  };
  for (const [what, authorization] of Object.entries(headers)) {
    const answer = await world.send({ path: CLIENT_PATH, headers: { authorization } });
    tally.check(`Authorization with ${what}`, answer.status === 401, describe(answer));
  }
  for (const path of [`${CLIENT_PATH}?access_token=${good}`, `${CLIENT_PATH}?token=${good}`]) {
    const answer = await world.send({ path });
    tally.check('a token in the query', answer.status === 401 || answer.status === 400, describe(answer));
  }
}

/** Keys that a token names must be neither believed nor fetched. */
async function tryKeysFromElsewhere(world: World, tally: Tally, key: TrueKey, good: string): Promise<void> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' };
  let fetched = 0;
  const server = createServer((_request, response) => {
    fetched += 1;
    response.end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  const [head, body] = good.split('.');
  for (const more of [{ jku: url }, { x5u: url }, { jwk }, { x5c: ['MIIB'] }]) {
    for (const kid of ['own', key.kid]) {
      const forged = signToken({ ...decode(head), ...more, kid }, decode(body), own.privateKey);
      const what = `a key of its own in ${Object.keys(more)[0] ?? ''}, ${kid === 'own' ? 'unknown' : 'our'} kid`;
      expectRefused(tally, what, await world.send({ path: CLIENT_PATH, token: forged }));
    }
  }
  tally.check('addresses of keys in tokens are never asked', fetched === 0, `${fetched} requests`);
  server.closeAllConnections();
  server.close();
}

/** An id_token must be young, for us, and used once. Nothing else that the provider signs may work. */
async function tryIdTokens(world: World, tally: Tally): Promise<void> {
  const provider = new Provider();
  await provider.start(world);
  try {
    const client = await world.newClient();
    const exchange = (token: string): Promise<Answer> => world.oauth(client, exchangeForm(token));
    const path = `/api/1/oauth2/provider/${provider.name}/owner`;
    await world.send({ method: 'POST', path, token: await world.clientToken(client) });
    const once = provider.idToken('owner');
    const first = await exchange(once);
    tally.check('control: an id_token is exchanged', first.status === 200, describe(first));
    const now = Math.floor(Date.now() / 1_000);
    const [head = '', body = ''] = provider.idToken('owner').split('.');
    const logout = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const forged: Record<string, string> = {
      'an id_token used again': once,
      'an id_token that is eleven minutes old': provider.idToken('owner', { iat: now - 660 }),
      'an id_token that is ten years old': provider.idToken('owner', { iat: now - 315_360_000 }),
      'an id_token from tomorrow': provider.idToken('owner', { iat: now + 86_400, exp: now + 90_000 }),
      'an expired id_token': provider.idToken('owner', { iat: now - 300, exp: now - 120 }),
      'an id_token without iat': provider.idToken('owner', { iat: undefined }),
      'an id_token without exp': provider.idToken('owner', { exp: undefined }),
      'a logout token': provider.idToken('owner', { events: logout }),
      'an id_token for somebody else': provider.idToken('owner', { aud: 'another-app' }),
      'an id_token of another issuer': provider.idToken('owner', { iss: 'https://evil.example' }),
      'an id_token whose sub is a number': provider.idToken(7),
      'an id_token whose sub is an object': provider.idToken({ $ne: '' }),
      'an id_token whose sub is a list': provider.idToken(['owner']),
      'an id_token without sub': provider.idToken(undefined),
      'an id_token of a stranger to us': provider.idToken('unknown-owner'),
      'an id_token without a signature': `${encode({ ...decode(head), alg: 'none' })}.${body}.`,
      'an access token of ours': await world.clientToken(client),
    };
    for (const [what, token] of Object.entries(forged)) {
      const answer = await exchange(token);
      tally.check(what, answer.status === 400, describe(answer));
    }
  } finally {
    provider.stop();
  }
}
