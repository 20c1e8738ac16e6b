import { Ces, fetchReceiver } from '@ces/sdk';
import { eventually } from '@ces/testing/eventually';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Platform } from '../platform/platform.js';
import { CesUser, folderWith, removeFolders } from './run-ces.js';

describe('ces', () => {
  let platform: Platform;
  let ces: Ces;
  let user: CesUser;
  const folder = folderWith();

  beforeAll(async () => {
    platform = await Platform.shared();
    const { id, secret } = platform.credentials;
    ces = new Ces({ baseUrl: platform.url, clientId: id, clientSecret: secret });
    user = new CesUser();
    user.env['CES_CLIENT_SECRET'] = secret;
    const ran = await user.run('login', '--url', platform.url, '--client-id', id);
    expect(ran).toMatchObject({ code: 0, out: `Profile default: ${id} at ${platform.url}\n` });
    delete user.env['CES_CLIENT_SECRET'];
  });

  afterAll(async () => {
    removeFolders();
    await platform.stop();
  });

  it('keeps credentials where only their owner reads them, refuses wrong ones, and knows several profiles', async () => {
    const file = join(user.env['CES_CONFIG_DIR'] ?? '', 'profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = new CesUser();
    const asked = ['login', '--url', platform.url, '--client-id', 'cl_none'];
    const wrong = await other.begin(asked, { answer: 'no' }).ended;
    expect(wrong).toMatchObject({ code: 1, remarks: expect.stringMatching(/^invalid_client/) });
    expect(await other.run('events', 'list')).toMatchObject({ code: 1, remarks: expect.stringContaining('ces login') });
    const { id, secret } = platform.credentials;
    for (const name of ['one', 'two'])
      await other.json('login', '--url', platform.url, '--client-id', id, '--client-secret', secret, '--name', name);
    await other.json('profiles', 'use', 'one');
    expect(await other.json('profiles')).toMatchObject([
      { name: 'one', current: true },
      { name: 'two', current: false },
    ]);
    expect((await other.run('events', 'list', '--profile', 'three')).code).toBe(1);
    await other.json('logout', 'one');
    expect(await other.json('profiles')).toMatchObject([{ name: 'two', current: true }]);
  });

  it('says how it is used when it was used wrongly', async () => {
    expect(await user.run('events', 'send', '--unknown')).toMatchObject({
      code: 64,
      remarks: expect.stringContaining('ces events send <user> <event>'),
    });
    expect(await user.run('nonsense')).toMatchObject({ code: 64, remarks: expect.stringContaining('ces --help') });
    const { code, out } = await user.run('webhooks', 'list', 'surplus', '--json');
    expect(code).toBe(64);
    expect(JSON.parse(out)).toEqual({ error: { code: 'usage', message: 'unexpected: surplus' } });
    for (const wrong of [
      ['webhooks', 'attempts', 'x', '--limit', 'x'],
      ['import', 'x', '--format', 'xml'],
    ])
      expect((await user.run(...wrong)).code).toBe(64);
    expect((await user.run('webhooks')).remarks).toMatch(/^ {2}webhooks replay <webhook> +\S[^]*says more/m);
    expect((await user.run('webhooks')).remarks).not.toContain('listen');
    expect(await user.run()).toMatchObject({ code: 0, out: expect.stringContaining('listen') });
    expect((await user.run('webhooks', 'replay', 'x', '--help')).out).toContain('--since');
  });

  it('validates and sends an event, and shows the user', async () => {
    const name = `cli-${randomUUID()}`;
    await ces.events.define(name, { properties: { n: { type: 'integer' } }, required: ['n'] });
    const { user_id } = await ces.users.ensure('acme', name);
    expect(await user.json('events', 'validate', name, '{"n": 1}')).toMatchObject({ valid: true });
    const wrong = await user.run('events', 'validate', name, '{}');
    expect(wrong).toMatchObject({ code: 1, remarks: expect.stringContaining('event-data-invalid') });
    const sent = await user.run('events', 'send', user_id, name, '{"n": 1}', '--id', randomUUID());
    expect(sent.out).toMatch(new RegExp(`^${name} \\S+ accepted at`));
    expect((await user.run('users', 'show', user_id)).out).toMatch(new RegExp(`acme: ${name}[^]*${name}`));
    await ces.users.ensure('acme', `${name}2`);
    expect(await user.json('users', 'show', name)).toMatchObject({ id: user_id });
    expect(await user.run('users', 'show', name.slice(0, -1))).toMatchObject({
      code: 1,
      remarks: expect.stringContaining('user-ambiguous'),
    });
  });

  it('follows events as they come, and goes on after a position', async () => {
    const name = `tail-${randomUUID()}`;
    await ces.events.define(name, { properties: { n: { type: 'integer' } } });
    const { user_id } = await ces.users.ensure('acme', name);
    const tail = user.begin(['events', 'tail', '--event', name, '--json']);
    let sent = 0;
    await eventually(
      async () => {
        sent += 1;
        await ces.events.send(user_id, name, { n: sent });
        expect(tail.seen.out).toContain('"accepted"');
      },
      20_000,
      300,
    );
    tail.stop();
    expect((await tail.ended).code).toBe(0);
    const { position } = JSON.parse(tail.seen.out.split('\n')[0] ?? '') as { position: string };
    await ces.events.send(user_id, name, { n: 1_000 });
    const again = user.begin(['events', 'tail', '--event', name, '--after', position]);
    await eventually(() => {
      expect(again.seen.out).toContain('{"n":1000}');
    });
    again.stop();
    await again.ended;
  });

  it('forwards deliveries with their signatures, and goes on with the same listener', async () => {
    const names: string[] = [];
    const secrets: string[] = [];
    const receive = fetchReceiver({
      secrets: () => Promise.resolve(secrets),
      onDelivery: ({ events }) => names.push(...events.map(({ data }) => (data as { owner_id: string }).owner_id)),
    });
    const server = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat(await request.toArray());
        const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const answer = await receive(new Request('http://x/', { method: 'POST', headers, body }));
        response.writeHead(answer.status).end();
      })();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const first = user.begin(['listen', '--forward-to', target, '--events', 'connection-created', '--json']);
    const made = await eventually(
      () => JSON.parse(first.seen.out.split('\n')[0] ?? '') as { listener: string; secret: string },
    );
    secrets.push(made.secret);
    const owner = randomUUID();
    await ces.users.ensure('acme', owner);
    await eventually(() => {
      expect(names).toContain(owner);
    });
    await eventually(() => {
      expect(first.seen.out).toContain('"answer":204');
    });
    first.stop();
    await first.ended;
    const { position } = JSON.parse(first.seen.out.trim().split('\n').at(-1) ?? '') as { position: string };
    const meanwhile = randomUUID();
    await ces.users.ensure('acme', meanwhile);
    const more = ['--listener', made.listener, '--after', position];
    const second = user.begin(['listen', '--forward-to', target, ...more]);
    await eventually(() => {
      expect(names).toContain(meanwhile);
    });
    second.stop();
    await second.ended;
    expect(names.filter((name) => name === owner)).toHaveLength(1);
    server.close();
  });

  it('uploads a segment with a progress bar, and imports members in a dry run', async () => {
    const file = join(folder, 'members.csv');
    writeFileSync(file, `${randomUUID()}\n`);
    const args = ['segments', 'upload', file, '--title', 'By ces', '--identifier', 'acme', '--wait'];
    const uploaded = await user.begin(args, { isInteractive: true }).ended;
    expect(uploaded.out).toMatch(/ processed: 1 identifiers, 0 users\n$/);
    expect(uploaded.remarks).toContain('100 % processed');
    const members = join(folder, 'members.ndjson');
    writeFileSync(
      members,
      `{"connections":[{"provider_name":"acme","owner_id":"${randomUUID()}"}]}\n{"username":"no"}\n`,
    );
    const imported = await user.run('import', members, '--dry-run');
    expect(imported).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^would be created 1,.* refused 1\nline 2 /),
    });
  });

  it('triggers events, lists attempts, and replays', async () => {
    const { id } = await ces.webhooks.create({ url: 'http://127.0.0.1:9/', events: ['user-deleted'] });
    expect((await user.run('trigger', 'coupon-stock-low', '--webhook', id)).out).toBe('coupon-stock-low: failed\n');
    const { user_id } = await user.json<{ user_id: string }>('trigger', 'user-deleted', '--provider', 'acme');
    await expect(ces.users.get(user_id)).rejects.toMatchObject({ status: 404 });
    await eventually(async () => {
      expect(await user.json('webhooks', 'attempts', id, '--since', '1h')).not.toEqual([]);
    });
    expect((await user.run('webhooks', 'replay', id, '--since', '1m')).code).toBe(0);
    expect((await user.run('trigger', 'coupon-stock-low')).code).toBe(64);
    await ces.webhooks.delete(id);
  });

  it('examines itself', async () => {
    const { code, out } = await user.run('doctor');
    expect(out).toMatch(/^✔ address: .* is ready\n✔ clock: .*\n✔ token: /);
    // Other specs may have left dead letters, which are wrong.
    expect(code).toBe(out.includes('✘') ? 1 : 0);
    const lost = new CesUser({
      CES_URL: 'http://127.0.0.1:9',
      CES_CLIENT_ID: 'a',
      CES_CLIENT_SECRET: 'b',
      NATS_URL: 'nats://127.0.0.1:9',
    });
    const found = await lost.run('doctor');
    expect(found).toMatchObject({ code: 1, out: expect.stringMatching(/✘ address: [^]*✘ NATS_URL: /) });
  });

  it('completes in the shells that are here', async () => {
    const script = (await user.run('completion', 'bash')).out;
    const asked =
      'COMP_WORDS=(ces webhooks re); COMP_CWORD=2; _ces; echo "${COMPREPLY[@]}"; COMP_WORDS=(ces listen --f); _ces; echo "${COMPREPLY[@]}"';
    const answer = execFileSync('bash', ['-c', `${script}\n${asked}`], { encoding: 'utf8' });
    expect(answer).toBe('resend replay\n--forward-to\n');
    for (const shell of ['zsh', 'fish']) {
      const file = join(folder, shell);
      writeFileSync(file, (await user.run('completion', shell)).out);
      expect(readFileSync(file, 'utf8')).toContain('forward-to');
      const { error, status } = spawnSync(shell, ['-n', file]);
      // Not every machine has each shell.
      if (error === undefined) expect(status).toBe(0);
    }
    expect((await user.run('completion', 'tcsh')).code).toBe(64);
  });
});
