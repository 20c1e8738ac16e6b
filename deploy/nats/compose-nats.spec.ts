import { silentClient } from '@ces/testing/servers/silent-client';
import { connect, type NatsConnection } from 'nats';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { stopChild } from '../../libs/local-stack/src/processes/child-process.ts';
import { compose } from '../read-compose.ts';
import { startComposeNats, type ComposeNats } from './start-compose-nats.ts';

describe('the NATS of docker-compose.yml', () => {
  const root = resolve(import.meta.dirname, '../..');
  const tree = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  // Without quotes, nats-server would not read these as text.
  const passwords = {
    GATEWAY_NATS_PASSWORD: '123',
    WEBHOOKS_NATS_PASSWORD: 'true',
    CARDS_NATS_PASSWORD: 'a"b\\c',
    NATS_NAMESPACE: 'shop',
  };
  let nats: ComposeNats;

  beforeAll(async () => {
    const example = parseEnv(readFileSync(join(root, '.env.example'), 'utf8')) as Record<string, string>;
    const { environment, ...service } = compose({ ...example, ...passwords }).services['nats'] ?? {};
    const file = join(tree, 'password');
    writeFileSync(file, 'in a "file"\n');
    const container = { ...service, environment: { ...environment, IDENTITY_NATS_PASSWORD_FILE: file } };
    nats = await startComposeNats(container, root, tree);
  });

  afterAll(async () => {
    await stopChild(nats.process, 'SIGTERM');
    rmSync(tree, { recursive: true });
  });

  const as = (user: string, pass: string): Promise<NatsConnection> =>
    connect({ servers: nats.url, user, pass, inboxPrefix: `shop.inbox.${user}`, reconnect: false });

  it('refuses a connection without credentials, and one with a wrong password', async () => {
    await expect(connect({ servers: nats.url, reconnect: false })).rejects.toThrow('Authorization Violation');
    await expect(as('gateway', 'development-only-nats-gateway')).rejects.toThrow('Authorization Violation');
  });

  it('takes a password with quotes and backslashes as it is', async () => {
    await (await as('cards', passwords.CARDS_NATS_PASSWORD)).close();
    await expect(as('cards', 'abc')).rejects.toThrow('Authorization Violation');
  });

  it('takes a password from a file', async () => {
    await (await as('identity', 'in a "file"')).close();
  });

  it('cuts off a process that does not answer, so that its calls go to other replicas', async () => {
    const frozen = await silentClient(nats.url, {
      user: 'webhooks',
      pass: 'true',
      subject: 'shop.rpc.webhooks.list',
      queue: 'webhooks',
    });
    await once(frozen, 'close');
  });

  it('gives each user the rights of permissions.json in the namespace of the installation', async () => {
    const [gateway, webhooks] = [await as('gateway', '123'), await as('webhooks', 'true')];
    webhooks.subscribe('shop.rpc.webhooks.list', { callback: (_, message) => void message.respond('[]') });
    await webhooks.flush();
    expect((await gateway.request('shop.rpc.webhooks.list')).string()).toBe('[]');
    for (const [connection, subject] of [
      [webhooks, 'shop.rpc.identity.clients.create'],
      [gateway, 'ces.rpc.webhooks.list'],
      [gateway, '$JS.API.STREAM.DELETE.shop-identity'],
    ] as const)
      await expect(connection.request(subject)).rejects.toThrow(`Permissions Violation for Publish to "${subject}"`);
    await Promise.all([gateway.close(), webhooks.close()]);
  });
});
