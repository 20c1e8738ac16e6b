import { signingSecrets } from '@ces/contracts/identity/client-secrets';
import type { ClientWithSecret } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import type { Platform } from '../../../../e2e/platform/platform.js';
import { createHmac } from 'node:crypto';
import { DataSource } from 'typeorm';
import { WebhookWorld } from '../../test/webhook-world.js';
import { ClientSecrets } from './client-secrets.service.js';

describe('secrets of clients, as webhooks has them', () => {
  let platform: Platform;
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  afterEach(() => {
    world.later(0);
  });

  const withoutIdentity = async (meanwhile: () => Promise<void>) => {
    await platform.services.identity.close();
    try {
      await meanwhile();
    } finally {
      platform.services.identity = await platform.replica('identity');
    }
  };

  const signatureAt = (path: string) => world.receiver.at(path).at(-1)?.headers['x-service-signature'];
  const signatureBy = (secret: string, path: string) =>
    createHmac('sha256', secret)
      .update(world.receiver.at(path).at(-1)?.body ?? '')
      .digest('hex');

  /** Identity is there, and does not answer. */
  const hanging = async () => {
    const { nats } = platform.messaging;
    const connection = await nats.connection();
    const subscription = connection.subscribe(nats.subject('rpc', signingSecrets.subject));
    await connection.flush();
    return () => {
      subscription.unsubscribe();
    };
  };

  it('a webhook whose client identity does not know fails, and stays until it is told that the client is gone', async () => {
    const { id } = await world.register('/orphan');
    await world.sql(`UPDATE webhook SET client_id = 'cl_nobody' WHERE id = $1`, [id]);
    await world.transactions(['orphan']);
    await eventually(async () => {
      const attempts = await world.sql('SELECT outcome, error FROM attempt WHERE webhook_id = $1', [id]);
      expect(attempts).toEqual([{ outcome: 'failed', error: 'client-unknown' }]);
    });
    expect(await world.sql('SELECT id FROM webhook WHERE id = $1', [id])).toEqual([{ id }]);
    expect(world.idsAt('/orphan')).toEqual([]);
    await world.sql('DELETE FROM webhook WHERE id = $1', [id]);
  });

  it('every replica hears of a change long before it would ask again', async () => {
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Rotating', scopes: ['webhooks'] });
    const { id } = made.body as { id: string };
    const other = await platform.replica('webhooks');
    try {
      const replicas = [platform.webhooks, other].map((app) => app.get(ClientSecrets));
      const counts = async () => (await Promise.all(replicas.map((each) => each.of(id)))).map(({ length }) => length);
      expect(await counts()).toEqual([1, 1]);
      await platform.api.post(`/api/1/admin/clients/${id}/secrets`);
      await eventually(async () => {
        expect(await counts()).toEqual([2, 2]);
      }, 6_000);
    } finally {
      await other.close();
    }
  });

  describe('asked for while a change with an idempotency key is made', () => {
    const keyed = (id: string, action: string, key: string) =>
      platform.api.post(`/api/1/terminal/webhooks/${id}:${action}`, undefined, { 'Idempotency-Key': key });

    it('are of each client its own', async () => {
      const made = await platform.api.post('/api/1/admin/clients', { name: 'Beside', scopes: ['webhooks'] });
      const other = made.body as ClientWithSecret;
      const ours = await world.register('/ours');
      const theirs = await world.register('/theirs', {}, await platform.api.as(other));
      world.receiver.answer(500);
      await world.transactions(['keyed']);
      await eventually(async () => {
        const waiting = await world.sql('SELECT FROM delivery WHERE attempt = 1 AND due_at > now()');
        expect(waiting).toHaveLength(2);
      });
      world.receiver.answer(204);
      for (const id of [platform.credentials.id, other.id]) platform.webhooks.get(ClientSecrets).forget(id);
      await world.sql(`UPDATE delivery SET due_at = '-infinity' WHERE webhook_id = $1`, [theirs.id]);
      expect((await keyed(ours.id, 'enable', 'enable')).status).toBe(200);
      await world.arrived('/ours', ['keyed', 'keyed']);
      await world.arrived('/theirs', ['keyed', 'keyed']);
      expect(signatureAt('/ours')).toBe(signatureBy(platform.credentials.secret, '/ours'));
      expect(signatureAt('/theirs')).toBe(signatureBy(other.secret, '/theirs'));
    });

    it('are recorded for nobody who asks again', async () => {
      const { id } = await world.register('/asked');
      platform.webhooks.get(ClientSecrets).forget(platform.credentials.id);
      expect((await keyed(id, 'ping', 'asked')).status).toBe(200);
      const recorded = await platform.services.identity
        .get(DataSource)
        .query<object[]>(`SELECT key FROM idempotency_key WHERE key = 'asked'`);
      expect(recorded).toEqual([]);
    });
  });

  it('one that is taken away while the database keeps a delivery waiting signs it no more', async () => {
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Careful', scopes: ['webhooks'] });
    const client = made.body as ClientWithSecret;
    const secrets = `/api/1/admin/clients/${client.id}/secrets`;
    await world.register('/careful', {}, await platform.api.as(client));
    const added = (await platform.api.post(secrets)).body as { secret: string };
    const seen = (...expected: string[]) =>
      eventually(async () => {
        expect(await platform.webhooks.get(ClientSecrets).of(client.id)).toEqual(expected);
      });
    await seen(client.secret, added.secret);
    const other = platform.webhooks.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('LOCK TABLE set_aside IN EXCLUSIVE MODE');
    await world.transactions(['careful']);
    await eventually(async () => {
      const waiting = await world.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).not.toEqual([]);
    });
    await platform.api.post(`${secrets}:promote`);
    await platform.api.send('DELETE', `${secrets}/previous`);
    await seen(added.secret);
    await other.commitTransaction();
    await other.release();
    await world.arrived('/careful', ['careful']);
    expect(signatureAt('/careful')).toBe(signatureBy(added.secret, '/careful'));
  });

  it('while identity is away and none are at hand nothing is sent and nothing is lost', async () => {
    const { id } = await world.register('/away');
    platform.webhooks.get(ClientSecrets).forget(platform.credentials.id);
    await withoutIdentity(async () => {
      await world.transactions(['away']);
      await expect(platform.webhooks.get(ClientSecrets).of(platform.credentials.id)).rejects.toThrow();
      expect((await world.post(id, 'ping')).status).toBe(503);
      expect(await world.sql('SELECT id FROM webhook WHERE id = $1', [id])).toEqual([{ id }]);
      expect(world.idsAt('/away')).toEqual([]);
    });
    await world.arrived('/away', ['away']);
  }, 30_000);

  it('while identity hangs those at hand count, but not for ever', async () => {
    await world.register('/hung');
    await world.transactions(['hung-1']);
    await world.arrived('/hung', ['hung-1']);
    await withoutIdentity(async () => {
      const resume = await hanging();
      world.later(20_000);
      await world.transactions(['hung-2']);
      await world.arrived('/hung', ['hung-1', 'hung-2']);
      world.later(26_000);
      await expect(platform.webhooks.get(ClientSecrets).of(platform.credentials.id)).rejects.toThrow();
      await world.transactions(['hung-3']);
      resume();
    });
    world.later(60_000);
    await world.arrived('/hung', ['hung-1', 'hung-2', 'hung-3']);
  }, 30_000);
});
