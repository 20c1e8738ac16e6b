import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOut } from '../../../libs/local-stack/src/layout.ts';
import type { AppName } from '../../../libs/local-stack/src/apps.ts';
import { root } from '../../bench/built.ts';
import { settings, settingsOf } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { World } from '../world.ts';

const WRONG_CONFIGURATION = 78;
const TOGETHER = 3;
const PUBLIC = { PUBLIC_URL: 'https://shop.example' };

interface Start {
  what: string;
  app: AppName;
  command?: string;
  changed: NodeJS.ProcessEnv;
  /** The refusal must name this variable. */
  names: string;
}

/** With these settings a service must not start where the public can reach it. */
export async function start(world: World, tally: Tally): Promise<void> {
  const all = refusedStarts(world.count(6, 2));
  for (let at = 0; at < all.length; at += TOGETHER) {
    await Promise.all(all.slice(at, at + TOGETHER).map((each) => expectRefusal(world, tally, each)));
  }
  const example = publishedSettings();
  const local = { SECRETS_KEY: example['SECRETS_KEY'], PUBLIC_URL: 'http://localhost:3000' };
  const control = {
    what: 'control: the same key on this machine alone',
    app: 'identity',
    changed: local,
    names: '',
  } as const;
  const { code, said } = await run(world, control);
  tally.check(control.what, code === null && logged(said), `exit ${code}: ${said.slice(-200)}`);
}

async function expectRefusal(world: World, tally: Tally, each: Start): Promise<void> {
  const { code, said } = await run(world, each);
  const value = each.changed[each.names] ?? '';
  const named = said.includes(each.names) && !(value.length > 20 && said.includes(value));
  const evidence = `${code === null ? 'runs on' : `exit ${code}`}: ${said.slice(-200)}`;
  tally.check(each.what, code === WRONG_CONFIGURATION && named, evidence);
}

function refusedStarts(proxyForms: number): Start[] {
  const example = publishedSettings();
  const { SECRETS_KEY = '', SEED_CLIENTS, SEED_USERS } = example;
  const own = Buffer.alloc(32, 7).toString('base64');
  const database = (app: string): string =>
    `postgres://${app}:${example[`${app.toUpperCase()}_DATABASE_PASSWORD`] ?? ''}@127.0.0.1:1/${app}`;
  const proxies = ['on', 'true', '1', 'all', '10.0.0.0/33', 'proxy.example']
    .slice(0, proxyForms)
    .map((value): Start => {
      const changed = { [settings.trustProxy]: value };
      return {
        what: `the gateway with ${settings.trustProxy}=${value}`,
        app: 'gateway',
        changed,
        names: settings.trustProxy,
      };
    });
  return [
    ...(['identity', 'webhooks'] as const).flatMap((app): Start[] => [
      { what: `${app} with the published key`, app, changed: { ...PUBLIC, SECRETS_KEY }, names: 'SECRETS_KEY' },
      {
        what: `${app} with the published key before its own`,
        app,
        changed: { ...PUBLIC, SECRETS_KEY: `${SECRETS_KEY},${own}` },
        names: 'SECRETS_KEY',
      },
    ]),
    ...(['identity', 'events'] as const).map((app): Start => {
      const changed = { ...PUBLIC, DATABASE_URL: database(app) };
      return { what: `${app} with the published password of its database`, app, changed, names: 'DATABASE_URL' };
    }),
    ...publishedNatsPasswords(example),
    {
      what: 'the seed of published clients',
      app: 'identity',
      command: 'seed',
      changed: { ...PUBLIC, SEED_CLIENTS },
      names: 'SEED_CLIENTS',
    },
    {
      what: 'the seed of published users',
      app: 'identity',
      command: 'seed',
      changed: { ...PUBLIC, SEED_USERS },
      names: 'SEED_USERS',
    },
    ...proxies,
  ];
}

function publishedNatsPasswords(example: Record<string, string>): Start[] {
  return (['gateway', 'identity'] as const).flatMap((app): Start[] => {
    const password = example[`${app.toUpperCase()}_NATS_PASSWORD`];
    if (password === undefined) return [];
    const changed = { ...PUBLIC, NATS_USER: app, NATS_PASSWORD: password };
    return [{ what: `${app} with its published password of NATS`, app, changed, names: 'NATS_PASSWORD' }];
  });
}

function publishedSettings(): Record<string, string> {
  const lines = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1')]));
}

/** A service that accepts its configuration logs JSON; a refused one writes plain text and exits. */
function logged(said: string): boolean {
  return /^\{.*\}$/m.test(said);
}

/** The app has no database and no NATS, so it does no work. It ends at its first log line. */
async function run(world: World, { app, command, changed }: Start): Promise<{ code: number | null; said: string }> {
  const nowhere = { NATS_URL: 'nats://127.0.0.1:1', PORT: '0', [settings.metricsPort]: '0', LOG_LEVEL: 'info' };
  const database = app === 'gateway' ? {} : { DATABASE_URL: `postgres://${app}:unknown@127.0.0.1:1/${app}` };
  const env = { ...settingsOf(world.stack, app), ...nowhere, ...database, ...changed };
  const script = layOut(root, world.dir).scripts[app];
  const child = spawn(process.execPath, [script, ...(command === undefined ? [] : [command])], { env, cwd: root });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (logged(said)) child.kill('SIGKILL');
    });
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, said });
    });
  });
}
