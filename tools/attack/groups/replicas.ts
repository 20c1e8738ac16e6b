import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway, type GatewayProcess } from '../gateway-process.ts';
import { freePort } from '../../../libs/local-stack/src/processes/free-port.ts';
import { describe, send } from '../send.ts';
import { settings } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { Person, World } from '../world.ts';

const RATE = 50;
const CLIENT_PATH = '/api/1/user/person/fields';
const USER_PATH = '/api/1/user/person/me';

/** Limits and revocations of one gateway must apply at the other. */
export async function replicas(world: World, tally: Tally): Promise<void> {
  const rate = { [settings.ratePerClient]: String(RATE) };
  const gateways = await Promise.all([startGateway(world, rate), startGateway(world, rate)]);
  try {
    const setting = { world, tally, gateways };
    await tryRate(setting);
    await tryRevokedToken(setting);
    await tryDeletedClient(setting);
    await tryClosedUser(setting);
    await tryFreshGateway(setting);
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
}

interface Setting {
  world: World;
  tally: Tally;
  gateways: GatewayProcess[];
}

async function tryRate({ world, tally, gateways }: Setting): Promise<void> {
  const token = await world.clientToken(await world.newClient());
  const begun = performance.now();
  const both = gateways.map((gateway) =>
    Array.from({ length: RATE * 3 }, () => gateway.send({ path: CLIENT_PATH, token })),
  );
  const answers = await Promise.all(both.flat());
  const seconds = (performance.now() - begun) / 1_000;
  const passed = answers.filter((answer) => answer.status === 200).length;
  const refused = answers.filter(
    (answer) => answer.status === 429 && answer.headers['retry-after'] !== undefined,
  ).length;
  // The bucket holds the tokens of a second, and refills meanwhile.
  const most = RATE * (1 + seconds) + 5;
  const told = `${passed} passed and ${refused} were refused in ${seconds.toFixed(1)} s`;
  tally.check('the rate of a client is one for both gateways', passed > 0 && passed <= most, told);
  tally.check('everything else is 429 with Retry-After', passed + refused === answers.length, told);
}

async function tryRevokedToken(setting: Setting): Promise<void> {
  const { world } = setting;
  const client = await world.newClient();
  const person = await world.register(client);
  const token = await world.userToken(person, 'openid profile', client);
  await expectDead(setting, 'a revoked token', { path: USER_PATH, token, withinMs: 5_000 }, async () => {
    await world.oauth(client, { token }, 'revoke');
  });
}

async function tryDeletedClient(setting: Setting): Promise<void> {
  const { world } = setting;
  const client = await world.newClient();
  const token = await world.clientToken(client);
  await expectDead(setting, 'a token of a deleted client', { path: CLIENT_PATH, token, withinMs: 5_000 }, async () => {
    await world.asAdmin({ method: 'DELETE', path: `/api/1/admin/clients/${client.id}` });
  });
}

async function tryClosedUser(setting: Setting): Promise<void> {
  const { world } = setting;
  const person: Person = await world.register();
  const token = await world.userToken(person, 'openid profile');
  await expectDead(setting, 'a token of a closed user', { path: USER_PATH, token, withinMs: 1_000 }, async () => {
    await world.asAdmin({ method: 'POST', path: `/api/1/user/${person.user_id}/delete` });
  });
  const answers = await Promise.all(setting.gateways.map((gateway) => gateway.send({ path: USER_PATH, token })));
  setting.tally.check(
    'it stays dead',
    answers.every(({ status }) => status === 401),
    answers.map(describe).join('; '),
  );
}

/** A gateway that starts must not accept a token before it knows the revocations. */
async function tryFreshGateway({ world, tally }: Setting): Promise<void> {
  const client = await world.newClient();
  const token = await world.clientToken(client);
  await world.asAdmin({ method: 'DELETE', path: `/api/1/admin/clients/${client.id}` });
  const port = await freePort();
  const state = { started: false };
  const starting = startGateway(world, { PORT: String(port) }).finally(() => (state.started = true));
  const statuses = new Set<number>();
  while (!state.started) {
    statuses.add((await send(port, { path: CLIENT_PATH, token })).status);
    await sleep(5);
  }
  const gateway = await starting;
  statuses.add((await gateway.send({ path: CLIENT_PATH, token })).status);
  await gateway.stop();
  const told = [...statuses].join(', ');
  tally.check('a fresh gateway never takes a revoked token', !statuses.has(200) && statuses.has(401), told);
}

interface Dying {
  path: string;
  token: string;
  withinMs: number;
}

async function expectDead(
  { tally, gateways }: Setting,
  what: string,
  dying: Dying,
  kill: () => Promise<void>,
): Promise<void> {
  const { path, token, withinMs } = dying;
  const before = await Promise.all(gateways.map((gateway) => gateway.send({ path, token })));
  tally.check(
    `control: ${what} lives on both before`,
    before.every(({ status }) => status === 200),
    before.map(describe).join('; '),
  );
  await kill();
  const begun = performance.now();
  const times = await Promise.all(
    gateways.map(async (gateway) => {
      for (;;) {
        const { status } = await gateway.send({ path, token });
        const ms = performance.now() - begun;
        // The request that notices the end takes time itself, so the limit has a tolerance.
        if (status === 401 || ms > withinMs * 2 + 1_000) return ms;
        await sleep(50);
      }
    }),
  );
  const told = times.map((ms) => `${ms.toFixed(0)} ms`).join(', ');
  tally.check(
    `${what} is dead on both within ${withinMs / 1_000} s`,
    times.every((ms) => ms <= withinMs + 200),
    told,
  );
}
