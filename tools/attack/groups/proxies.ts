import { Browser, enterPassword, newAddress, openSignIn } from '../browser.ts';
import { withGateway, type GatewayProcess } from '../gateway-process.ts';
import { describe } from '../send.ts';
import { PROXY, PUBLIC_URL, settings } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { Client, Person, World } from '../world.ts';

const FREE = 5;
/** Pages of this origin may call the API. */
const FRIEND = 'https://friend.example';

/** The gateway behind an https proxy: its headers for browsers, and the proxies whose X-Forwarded-For counts. */
export async function proxies(world: World, tally: Tally): Promise<void> {
  await tryTransportSecurity(world, tally);
  await tryCookies(world, tally);
  await tryPublicPort(world, tally);
  const changed = { [settings.trustProxy]: `${PROXY}/32`, [settings.corsOrigins]: FRIEND };
  await withGateway(world, changed, async (gateway) => {
    await tryForwardedFor({ world, tally, gateway });
    await tryAllowedOrigin({ world, tally, gateway });
  });
}

async function tryTransportSecurity(world: World, tally: Tally): Promise<void> {
  const paths = [
    '/livez',
    '/openapi.json',
    '/docs',
    '/api/1/user/person/me',
    '/none',
    '/oauth2/token',
    '/oauth2/authorize',
  ];
  for (const path of [...paths, '/.well-known/openid-configuration', '/%zz']) {
    const answer = await world.send({ path });
    const hsts = /max-age=(\d+)/.exec(answer.headers['strict-transport-security'] ?? '')?.[1];
    tally.check(
      `${path} demands https for at least half a year`,
      Number(hsts) >= 15_552_000,
      JSON.stringify(answer.headers),
    );
    const sniff = answer.headers['x-content-type-options'] === 'nosniff';
    tally.check(`${path} forbids guessing of types`, sniff, JSON.stringify(answer.headers));
  }
}

async function tryCookies(world: World, tally: Tally): Promise<void> {
  const client = await world.newClient();
  const person = await world.register(client);
  const begun = await openSignIn(world, client);
  const page = await enterPassword(begun, person.username, person.password);
  tally.check('control: signs in behind TLS', page.status === 0, `${page.status} ${page.url}`);
  tally.check('control: there are cookies', begun.browser.cookies.size > 0, 'none');
  for (const [name, { text }] of begun.browser.cookies) {
    for (const attribute of ['secure', 'httponly', 'samesite']) {
      tally.check(`the cookie ${name} is ${attribute}`, new RegExp(`; ?${attribute}`, 'i').test(text), text);
    }
    tally.check(`the cookie ${name} is for this host only`, !/; ?domain=/i.test(text), text);
  }
  const framed = begun.page.headers;
  const policy = framed['content-security-policy'];
  const held = framed['x-frame-options'] === 'DENY' || String(policy).includes('frame-ancestors');
  tally.check('the sign-in page cannot be framed', held, JSON.stringify(framed));
}

async function tryPublicPort(world: World, tally: Tally): Promise<void> {
  const metrics = await world.send({ path: '/metrics' });
  tally.check('the public port has no metrics', metrics.status === 404, describe(metrics));
  for (const path of ['/oauth2/token', '/oauth2/userinfo', '/api/1/user/person/me']) {
    for (const origin of ['https://evil.example', 'null', `${PUBLIC_URL}.evil.example`]) {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await world.send({ method, path, headers });
        const allowed = answer.headers['access-control-allow-origin'];
        const open =
          allowed === origin || (allowed === '*' && answer.headers['access-control-allow-credentials'] === 'true');
        tally.check(`${method} ${path} from a page of ${origin}`, !open, JSON.stringify(answer.headers));
      }
    }
  }
}

interface Setting {
  world: World;
  tally: Tally;
  gateway: GatewayProcess;
}

/** The throttle of the sign-in page counts by address, so it shows which address is believed. */
async function tryForwardedFor(setting: Setting): Promise<void> {
  const { world, tally } = setting;
  const client = await world.newClient();
  const behind = await world.register(client);
  await guess(setting, client, behind, PROXY, () => '198.51.100.20');
  const same = await tryRight(setting, client, behind, PROXY, '198.51.100.20');
  tally.check('the address that the proxy names is held up', same === 429, `${same}`);
  const spoofed = await tryRight(setting, client, behind, PROXY, '192.0.2.1, 198.51.100.20');
  tally.check('an address left of it is not believed', spoofed === 429, `${spoofed}`);
  const chained = await tryRight(setting, client, behind, PROXY, `198.51.100.20, ${PROXY}`);
  tally.check('an address of a proxy is passed over', chained === 429, `${chained}`);
  const other = await tryRight(setting, client, behind, PROXY, '198.51.100.21');
  tally.check('another address behind the proxy is not held up', other === 0, `${other}`);

  const direct = newAddress();
  const person = await world.register(client);
  await guess(setting, client, person, direct, (i) => `198.51.100.${i + 30}`);
  const hidden = await tryRight(setting, client, person, direct, '198.51.100.99');
  tally.check('a stranger’s X-Forwarded-For is not believed', hidden === 429, `${hidden}`);

  const junk = [
    '',
    'x',
    '1.2.3',
    '::',
    '[::1]:80',
    '198.51.100.20:80',
    '"',
    ','.repeat(5_000),
    'unknown',
    "' OR 1=1 --",
  ];
  for (const address of junk) {
    for (const from of [PROXY, direct]) {
      const answer = await setting.gateway.send({ path: '/livez', from, headers: { 'x-forwarded-for': address } });
      tally.check(
        `X-Forwarded-For ${JSON.stringify(address.slice(0, 20))}`,
        answer.status === 200 || answer.status === 400,
        describe(answer),
      );
    }
  }
}

async function guess(
  { world, gateway }: Setting,
  client: Client,
  { username }: Person,
  from: string,
  forwarded: (i: number) => string,
): Promise<void> {
  for (let i = 0; i <= FREE; i += 1) {
    const place = { port: gateway.port, from, headers: { 'x-forwarded-for': forwarded(i) } };
    const begun = await openSignIn(world, client, {}, new Browser(world, place));
    await enterPassword(begun, username, world.newPassword());
  }
}

/** Returns 0 after a sign-in. */
async function tryRight(
  { world, gateway }: Setting,
  client: Client,
  { username, password }: Person,
  from: string,
  forwarded: string,
): Promise<number> {
  const place = { port: gateway.port, from, headers: { 'x-forwarded-for': forwarded } };
  const begun = await openSignIn(world, client, {}, new Browser(world, place));
  return (await enterPassword(begun, username, password)).status;
}

/** A preflight of an allowed origin once ended in a 500. Allowing one origin must not allow others. */
async function tryAllowedOrigin({ tally, gateway }: Setting): Promise<void> {
  const path = '/api/1/user/person/me';
  for (const origin of [FRIEND, 'https://evil.example', `${FRIEND}.evil.example`, 'null']) {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const answer = await gateway.send({ method: 'OPTIONS', path, headers });
    const allowed = answer.headers['access-control-allow-origin'] === origin;
    tally.check(
      `a preflight of ${origin}, where ${FRIEND} is allowed`,
      answer.status === 204 && allowed === (origin === FRIEND),
      `${describe(answer)} ${JSON.stringify(answer.headers)}`,
    );
  }
}
