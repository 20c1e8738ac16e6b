import { newId } from '@ces/messaging/storage/ids';
import { migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { Client } from 'pg';
import { WebhookWorld } from '../../test/webhook-world.js';
import { webhooks } from '../webhooks.module.js';

describe('the host of a webhook', () => {
  describe('of a webhook that the previous release wrote', () => {
    let database: PrivateDatabase;
    let client: Client;

    beforeAll(async () => {
      const { entities, migrations } = webhooks.schema;
      const before = migrations.filter(({ name }) => !name.startsWith('WebhookHost'));
      expect(before).toHaveLength(migrations.length - 1);
      database = await privateDatabase('webhook-host', (url) => migrate(url, { entities, migrations: before }).then());
      client = new Client({ connectionString: database.url });
      await client.connect();
    });

    afterAll(async () => {
      await client.end();
      await database.drop();
    });

    it('is read from its URL; all spellings of a host give the same text', async () => {
      const urls = ['http://Example.COM:8080/a', 'https://example.com/b', 'http://127.1/', 'http://[::1]:9/'];
      for (const url of urls)
        await client.query(`INSERT INTO webhook (id, client_id, events, url, headers) VALUES ($1, 'c', '{}', $2, '')`, [
          newId(),
          url,
        ]);
      await migrate(database.url, webhooks.schema);
      const { rows } = await client.query<{ url: string; host: string }>('SELECT url, host FROM webhook');
      expect(Object.fromEntries(rows.map(({ url, host }) => [url, host]))).toEqual({
        'http://Example.COM:8080/a': 'example.com',
        'https://example.com/b': 'example.com',
        'http://127.1/': '127.0.0.1',
        'http://[::1]:9/': '[::1]',
      });
    });
  });

  describe('of a webhook that this release writes', () => {
    let world: WebhookWorld;

    beforeAll(async () => {
      world = await WebhookWorld.start();
    });

    afterAll(() => world.stop());

    const hostOf = async (id: string) => {
      const [row] = await world.sql<{ host: string }>('SELECT host FROM webhook WHERE id = $1', [id]);
      return row?.host;
    };

    it('changes with its URL', async () => {
      const { id } = await world.register('/');
      expect(await hostOf(id)).toBe('127.0.0.1');
      await world.change(id, { url: 'http://LocalHost:9/' });
      expect(await hostOf(id)).toBe('localhost');
      await world.remove(id);
    });

    it('is corrected by the first claim if the previous release wrote a wrong one', async () => {
      const made = await world.register('/made');
      const moved = await world.register('/moved');
      const write = (id: string, host: string) => world.sql('UPDATE webhook SET host = $2 WHERE id = $1', [id, host]);
      await write(made.id, '');
      await write(moved.id, 'moved-from.example');
      await world.transactions(['first']);
      await Promise.all(['/made', '/moved'].map((path) => world.arrived(path, ['first'])));
      expect([await hostOf(made.id), await hostOf(moved.id)]).toEqual(['127.0.0.1', '127.0.0.1']);
    });
  });
});
