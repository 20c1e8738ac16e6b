import { randomBytes } from 'node:crypto';
import { Canary } from '../canary.ts';
import { describe, demand, type Answer } from '../send.ts';
import { RECEIVERS } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { World } from '../world.ts';

const FORBIDDEN = '127.0.0.1';

/** Our own network's addresses in every spelling, names that lead to them, and receivers that redirect to them. */
export async function ssrf(world: World, tally: Tally): Promise<void> {
  const canary = await Canary.http(FORBIDDEN, (_request, response) => response.end());
  const token = await world.clientToken(await world.newClient());
  try {
    for (const url of spellings(canary.port)) {
      const answer = await register(world, token, url);
      tally.check(`a webhook to ${url}`, answer.status === 400, describe(answer));
    }
    await tryNames(world, tally, token, canary);
    await tryRebinding(world, tally, token, canary);
    await tryRedirect(world, tally, token, canary);
    tally.check(
      'nothing has connected to the forbidden address',
      canary.connections === 0,
      `${canary.connections} connections`,
    );
  } finally {
    canary.stop();
  }
}

function spellings(port: number): string[] {
  const hosts = [
    ...[
      FORBIDDEN,
      'localhost',
      'LOCALHOST',
      'localhost.',
      'sub.localhost',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
    ],
    ...[
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
      '127.000.000.001',
      '0.0.0.0',
      '0',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
    ],
    ...[
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[::ffff:0:127.0.0.1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '[64:ff9b:1::7f00:1]',
      '[2002:7f00:1::]',
      '[2001::1]',
      '[fe80::1]',
    ],
    ...[
      '[fe80::1%25eth0]',
      '[fc00::1]',
      '[fd00::1]',
      '[fec0::1]',
      '[ff02::1]',
      '[2001:db8::1]',
      '[100::1]',
      '[3fff::1]',
    ],
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '0xa9fea9fe', '100.64.0.1'],
    ...[
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...['127.0.0.3', '%31%32%37.0.0.1'],
  ];
  return [
    ...hosts.map((host) => `http://${host}:${port}/`),
    `http://user:password@${RECEIVERS}/`,
    `http://${RECEIVERS}@${FORBIDDEN}:${port}/`,
    `http://${FORBIDDEN}:${port}\\@${RECEIVERS}/`,
    `http://${RECEIVERS}/#fragment`,
    `http:/${FORBIDDEN}:${port}/`,
    `http:${FORBIDDEN}:${port}/`,
    `HTTP://${FORBIDDEN}:${port}/`,
    `http://${FORBIDDEN}:${port}%00.attack.example/`,
    `http://${FORBIDDEN}\t:${port}/`,
    ` http://${FORBIDDEN}:${port}/`,
    `//${FORBIDDEN}:${port}/`,
    'file:///etc/passwd',
    'ftp://127.0.0.2/',
    'gopher://127.0.0.2:25/',
    'unix:/var/run/docker.sock',
    'data:text/plain,x',
    'http://',
    'http://:80/',
    '',
  ];
}

async function tryNames(world: World, tally: Tally, token: string, canary: Canary): Promise<void> {
  const addresses = [FORBIDDEN, '10.0.0.1', '169.254.169.254', '0.0.0.0', '127.0.0.3', '192.168.1.1'];
  for (const address of addresses) {
    const name = newName(world, address);
    for (const spelled of [name, `${name}.`, name.toUpperCase()]) {
      const answer = await register(world, token, `http://${spelled}:${canary.port}/`);
      tally.check(`a name that leads to ${address}`, answer.status === 400, describe(answer));
    }
  }
  const good = await register(world, token, `http://${RECEIVERS}:9/`);
  const { id } = demand(good, 201, 'id');
  const body = { url: `http://${FORBIDDEN}:${canary.port}/` };
  const changed = await world.send({ method: 'PATCH', path: `/api/1/terminal/webhooks/${id}`, token, body });
  tally.check('a webhook that is changed to a forbidden address', changed.status === 400, describe(changed));
}

/** The name is good when it is registered, and leads to the canary when the delivery connects. */
async function tryRebinding(world: World, tally: Tally, token: string, canary: Canary): Promise<void> {
  const receiver = await Canary.http(RECEIVERS, (_request, response) => response.end());
  try {
    const control = await registerGood(world, token, `http://${newName(world, RECEIVERS)}:${receiver.port}/`);
    const reached = await ping(world, token, control);
    tally.check(
      'control: a name that leads to an allowed address',
      reached && receiver.connections > 0,
      'is not reached',
    );
    for (const answers of [
      [RECEIVERS, FORBIDDEN],
      [RECEIVERS, RECEIVERS, FORBIDDEN],
      [RECEIVERS, RECEIVERS, RECEIVERS, FORBIDDEN],
    ]) {
      const name = newName(world, ...answers);
      const id = await registerGood(world, token, `http://${name}:${canary.port}/`);
      // Each connection resolves the name at least once, so the last ones get the forbidden address.
      for (let i = 1; i < answers.length; i += 1) await ping(world, token, id);
      const spent = world.names.get(name)?.length === 1;
      tally.check('control: the name has changed its address', spent, 'the forbidden address was never given');
      tally.check('a name that changes its address', canary.connections === 0, `${canary.connections} connections`);
    }
  } finally {
    receiver.stop();
  }
}

async function tryRedirect(world: World, tally: Tally, token: string, canary: Canary): Promise<void> {
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await Canary.http(RECEIVERS, (_request, response) => {
      response.writeHead(status, { location: canary.url, refresh: `0;url=${canary.url}` }).end();
    });
    const id = await registerGood(world, token, receiver.url);
    const delivered = await ping(world, token, id);
    const held = !delivered && receiver.connections > 0 && canary.connections === 0;
    tally.check(`a receiver that answers ${status} to a forbidden address`, held, `delivered: ${delivered}`);
    receiver.stop();
  }
}

function newName(world: World, ...addresses: string[]): string {
  const name = `n${randomBytes(6).toString('hex')}.attack.example`;
  world.names.set(name, addresses);
  return name;
}

function register(world: World, token: string, url: string): Promise<Answer> {
  const body = { events: ['connection-created'], url };
  return world.send({ method: 'POST', path: '/api/1/terminal/webhooks', token, body });
}

async function registerGood(world: World, token: string, url: string): Promise<string> {
  return demand(await register(world, token, url), 201, 'id').id;
}

/** Returns whether the receiver took the delivery. */
async function ping(world: World, token: string, id: string): Promise<boolean> {
  const answer = await world.send({ method: 'POST', path: `/api/1/terminal/webhooks/${id}:ping`, token });
  return /"outcome":"delivered"/.test(expectText(answer));
}

function expectText(answer: Answer): string {
  if (answer.status !== 200) throw new Error(`no ping: ${describe(answer)}`);
  return answer.text;
}
