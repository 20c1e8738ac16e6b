import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectNats } from 'nats';
import { Client } from 'pg';
import { eventually } from '../../testing/src/eventually.ts';
import { APPS } from './apps.ts';
import type { DemoData } from './demo/demo-data.ts';
import { writeFakeApps } from './fake-apps.ts';
import { freePort } from './processes/free-port.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';
import type { StackFile } from './stack-file.ts';

async function environmentOf(url: string): Promise<Record<string, string>> {
  const response = await fetch(url);
  return ((await response.json()) as { env: Record<string, string> }).env;
}

async function natsUsersOf({ privateUrls }: Stack): Promise<{ user: string; pass: string }[]> {
  const all = await Promise.all(APPS.map((app) => environmentOf(privateUrls[app])));
  return all.map(({ NATS_USER = '', NATS_PASSWORD = '' }) => ({ user: NATS_USER, pass: NATS_PASSWORD }));
}

const passwords: string[] = [];

describe('startStack', () => {
  const root = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const lines: string[] = [];
  let options: StackOptions;
  let stack: Stack;

  beforeAll(async () => {
    chmodSync(root, 0o711);
    writeFakeApps(root);
    const log = (line: string): void => void lines.push(line);
    options = { root, dataDir: join(root, 'data'), port: await freePort(), log };
    stack = await startStack(options);
  });

  afterAll(async () => {
    await stack.stop();
    rmSync(root, { recursive: true });
  });

  const stackFile = (): StackFile => JSON.parse(readFileSync(stack.stackFile, 'utf8')) as StackFile;

  it('writes addresses, credentials and a PID for every part', () => {
    const described = stackFile();
    expect(described.base_url).toBe(`http://localhost:${options.port}`);
    expect(Object.keys(described.processes).sort()).toEqual(
      [
        'campaigns',
        'cards',
        'events',
        'gateway',
        'identity',
        'mail',
        'nats',
        'postgres',
        'segments',
        'webhooks',
      ].sort(),
    );
    expect(described.client.id).toMatch(/^cl_\w{24}$/);
    expect(described.operator).toEqual({ email: 'owner@example.com', password: expect.stringMatching(/^[\w-]{16}$/) });
    expect(described.user).toEqual({ username: 'anna@example.com', password: expect.stringMatching(/^[\w-]{16}$/) });
  });

  it('has no demo data unless it is furnished', () => {
    expect(stackFile()).not.toHaveProperty('demo');
  });

  it('listens on the loopback only, and has no rate limits', async () => {
    const { gateway, cards, nats, postgres } = stack.privateUrls;
    for (const url of [gateway, cards]) expect((await environmentOf(url))['HOST']).toBe('127.0.0.1');
    const mail = stackFile().mail_url;
    for (const url of [gateway, cards, nats, postgres, mail]) {
      const port = Number(new URL(url).port);
      expect([url, await answers('127.0.0.1', port)]).toEqual([url, true]);
      // A server on all addresses would answer there too.
      expect([url, await answers('127.0.0.2', port)]).toEqual([url, false]);
    }
    expect(await environmentOf(gateway)).toMatchObject({
      RATE_LIMIT: 'off',
      RATE_LIMIT_PER_ADDRESS: 'off',
      MAX_CONNECTIONS: 'off',
    });
    expect(await environmentOf(stack.privateUrls.identity)).toMatchObject({
      WRONG_ATTEMPTS_PER_HOUR: 'off',
      MAILS_PER_CLIENT_AN_HOUR: 'off',
      SIGN_UPS_PER_ADDRESS_AN_HOUR: 'off',
      DEVICE_CODES_PER_ADDRESS_AN_HOUR: 'off',
    });
  });

  it('gives NATS a random password for each app, and NATS refuses callers without one', async () => {
    const users = await natsUsersOf(stack);
    expect(users).toEqual(APPS.map((app) => ({ user: app, pass: expect.stringMatching(/^[\w-]{43}$/) })));
    passwords.push(...users.map(({ pass }) => pass));
    expect(new Set(passwords).size).toBe(APPS.length);
    const servers = new URL(stack.privateUrls.nats).host;
    const attempt = (credentials: object) => connectNats({ servers, reconnect: false, ...credentials });
    await expect(attempt({})).rejects.toThrow('Authorization Violation');
    await expect(attempt({ user: 'cards', pass: 'cards' })).rejects.toThrow('Authorization Violation');
    for (const user of users) await (await attempt(user)).close();
  });

  it('names the metrics of each app, each on a port of its own', async () => {
    const { metrics } = stackFile();
    expect(Object.keys(metrics).sort()).toEqual([...APPS].sort());
    expect(new Set(Object.values(metrics)).size).toBe(APPS.length);
    const { METRICS_PORT, METRICS_HOST } = await environmentOf(stack.privateUrls.cards);
    expect(metrics['cards']).toBe(`http://${METRICS_HOST ?? ''}:${METRICS_PORT ?? ''}/metrics`);
    expect(METRICS_HOST).toBe('127.0.0.1');
  });

  it('lets each app end at once, because it is the only replica', async () => {
    for (const app of APPS) expect(await environmentOf(stack.privateUrls[app])).toMatchObject({ DRAIN_SECONDS: '0' });
  });

  it('gives each app its own database and nothing of its neighbours', async () => {
    const { DATABASE_URL: cards = '' } = await environmentOf(stack.privateUrls.cards);
    const { DATABASE_URL: none, IDENTITY_URL } = await environmentOf(stack.privateUrls.gateway);
    const foreign = new Client({ connectionString: cards.replace(/\/cards$/, '/webhooks') });
    await expect(foreign.connect()).rejects.toThrow('permission denied');
    expect(none).toBeUndefined();
    expect(IDENTITY_URL).toBe(stack.privateUrls.identity);
  });

  it.each(['cards', 'postgres', 'nats', 'mail'])('starts %s again on the same port after kill -9', async (name) => {
    const before = stackFile().processes[name] ?? 0;
    const others = { ...stackFile().processes, [name]: 0 };
    process.kill(before, 'SIGKILL');
    await eventually(() => {
      expect(stackFile().processes).toEqual({ ...others, [name]: expect.any(Number) });
      expect(stackFile().processes[name]).not.toBe(before);
    });
    expect(lines.at(-1)).toMatch(new RegExp(`^${name} was ended by SIGKILL; starting it again in [\\d.]+ s$`));
  });

  it('starts NATS without its data when that is gone', async () => {
    const files = join(stackFile().data_dir, 'nats', 'jetstream');
    let removed = 0;
    const remove = async (): Promise<void> => {
      await rm(join(files, '..'), { recursive: true });
      removed += 1;
    };
    await stack.part('nats').kill(remove);
    await eventually(() => {
      expect(removed).toBe(1);
      expect(stackFile().processes['nats']).toBeDefined();
      expect(existsSync(files)).toBe(true);
    });
  });

  it('refuses a second launcher on the same data', async () => {
    await expect(startStack({ ...options, port: await freePort() })).rejects.toThrow('another launcher is running');
  });

  it('keeps secrets, ports and data from one run to the next', async () => {
    const before = stackFile();
    await stack.stop();
    expect(existsSync(stack.stackFile)).toBe(false);
    stack = await startStack(options);
    expect(stackFile()).toEqual({ ...before, processes: expect.any(Object) });
  });
});

describe('startStack with settings of its own', () => {
  const root = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const demo = { campaign_id: 'of the demo' } as DemoData;
  const furnished: unknown[] = [];
  let stack: Stack;

  beforeAll(async () => {
    chmodSync(root, 0o711);
    writeFakeApps(root);
    const furnish = (described: StackFile, gateway: string) => {
      furnished.push([described.base_url, gateway, existsSync(join(root, 'data/stack.json'))]);
      return Promise.resolve(demo);
    };
    const own = { HOST: '0.0.0.0', RATE_LIMIT: '7', RATE_LIMIT_PER_ADDRESS: '8', MAX_CONNECTIONS: '9' };
    const options = { root, dataDir: join(root, 'data'), port: await freePort(), log: () => undefined };
    stack = await startStack({ ...options, furnish, env: { ...process.env, ...own } });
  });

  afterAll(async () => {
    await stack.stop();
    rmSync(root, { recursive: true });
  });

  it('lets HOST choose the address of the gateway, and of nothing else', async () => {
    const { gateway, cards, nats } = stack.privateUrls;
    const open = (url: string) => answers('127.0.0.2', Number(new URL(url).port));
    expect([await open(gateway), await open(cards), await open(nats)]).toEqual([true, false, false]);
  });

  it('writes stack.json after it is furnished, with the ids of what was made', () => {
    expect(furnished).toEqual([[stack.describe().base_url, stack.privateUrls.gateway, false]]);
    expect(JSON.parse(readFileSync(stack.stackFile, 'utf8'))).toMatchObject({ demo });
  });

  it('keeps limits that are set', async () => {
    expect(await environmentOf(stack.privateUrls.gateway)).toMatchObject({
      RATE_LIMIT: '7',
      RATE_LIMIT_PER_ADDRESS: '8',
      MAX_CONNECTIONS: '9',
    });
  });

  it('has other passwords for NATS than another stack', async () => {
    passwords.push(...(await natsUsersOf(stack)).map(({ pass }) => pass));
    expect(new Set(passwords).size).toBe(passwords.length);
  });
});

describe('a failing startStack', () => {
  const root = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  chmodSync(root, 0o711);
  const options = { root, dataDir: join(root, 'data'), log: () => undefined };

  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it('says that the port is taken, and how to choose another', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    await expect(startStack({ ...options, port })).rejects.toThrow(
      `Port ${port} is in use. Choose another: PORT=${port + 1} npm start`,
    );
    server.close();
  });

  it('shows the last log lines of an app that keeps ending', async () => {
    writeFakeApps(root, { cards: 'if (!process.argv[2]) { console.error("no ink left"); process.exit(3); }' });
    await expect(startStack({ ...options, port: await freePort() })).rejects.toThrow(
      /cards keeps ending.*\n.*no ink left/,
    );
  });
});

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
