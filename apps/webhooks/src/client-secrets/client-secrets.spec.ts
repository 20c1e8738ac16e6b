import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { createHmac } from 'node:crypto';
import { DataSource } from 'typeorm';
import { WebhookWorld } from '../../test/webhook-world.js';
import { ClientSecrets } from './client-secrets.service.js';

describe('the signing secrets of clients', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.later(0);
  });

  const withoutIdentity = async (meanwhile: () => Promise<void>) => {
    await world.identity.leave();
    try {
      await meanwhile();
    } finally {
      await world.identity.come();
    }
  };

  const signatureAt = (path: string) => world.receiver.at(path).at(-1)?.headers['x-service-signature'];
  const signatureBy = (secret: string, path: string) =>
    createHmac('sha256', secret)
      .update(world.receiver.at(path).at(-1)?.body ?? '')
      .digest('hex');

  it('a webhook whose client identity does not know fails, and stays until a fact says that the client was deleted', async () => {
    const { id } = await world.register('/orphan');
    await world.sql(`UPDATE webhook SET client_id = 'cl_unknown' WHERE id = $1`, [id]);
    await world.transactions(['orphan']);
    await eventually(async () => {
      const attempts = await world.sql('SELECT outcome, error, headers FROM attempt WHERE webhook_id = $1', [id]);
      expect(attempts).toEqual([{ outcome: 'failed', error: 'client-unknown', headers: {} }]);
    });
    expect(await world.sql('SELECT id FROM webhook WHERE id = $1', [id])).toEqual([{ id }]);
    expect(world.idsAt('/orphan')).toEqual([]);
    await world.sql('DELETE FROM webhook WHERE id = $1', [id]);
  });

  it('are read again by every replica soon after a change', async () => {
    const { id, secret } = world.identity.addClient();
    const other = await world.service.replica();
    try {
      const replicas = [world.app, other].map((app) => app.get(ClientSecrets));
      const counts = async () => (await Promise.all(replicas.map((each) => each.of(id)))).map(({ length }) => length);
      expect(await counts()).toEqual([1, 1]);
      await world.changeSecrets(id, secret, 'another');
      await eventually(async () => {
        expect(await counts()).toEqual([2, 2]);
      }, 6_000);
    } finally {
      await world.service.stopReplica(other);
    }
  });

  describe('that are asked during a command with an idempotency key', () => {
    it('belong to one client each', async () => {
      const other = world.identity.addClient();
      const ours = await world.register('/ours');
      const theirs = await world.register('/theirs', {}, other.id);
      world.receiver.answer(500);
      await world.transactions(['keyed']);
      await eventually(async () => {
        const waiting = await world.sql('SELECT FROM delivery WHERE attempt = 1 AND due_at > now()');
        expect(waiting).toHaveLength(2);
      });
      world.receiver.answer(204);
      for (const id of [world.client.id, other.id]) world.app.get(ClientSecrets).forget(id);
      await world.sql(`UPDATE delivery SET due_at = '-infinity' WHERE webhook_id = $1`, [theirs.id]);
      await world.enable(ours.id, 'enable');
      await world.arrived('/ours', ['keyed', 'keyed']);
      await world.arrived('/theirs', ['keyed', 'keyed']);
      expect(signatureAt('/ours')).toBe(signatureBy(world.client.secret, '/ours'));
      expect(signatureAt('/theirs')).toBe(signatureBy(other.secret, '/theirs'));
    });

    it('are asked without the key, so that identity does not record the answer', async () => {
      const { id } = await world.register('/asked');
      world.app.get(ClientSecrets).forget(world.client.id);
      const before = world.identity.calls.length;
      await world.ping(id, 'asked');
      const calls = world.identity.calls.slice(before);
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.filter(({ idempotency }) => idempotency !== undefined)).toEqual([]);
    });
  });

  it('a secret that is retired while a delivery waits for the database does not sign it', async () => {
    const client = world.identity.addClient();
    await world.register('/careful', {}, client.id);
    await world.changeSecrets(client.id, client.secret, 'added');
    const seen = (...expected: string[]) =>
      eventually(async () => {
        expect(await world.app.get(ClientSecrets).of(client.id)).toEqual(expected);
      });
    await seen(client.secret, 'added');
    const other = world.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('LOCK TABLE set_aside IN EXCLUSIVE MODE');
    await world.transactions(['careful']);
    await untilBlocked(other, { statement: 'accepted_state' });
    await world.changeSecrets(client.id, 'added');
    await seen('added');
    await other.commitTransaction();
    await other.release();
    await world.arrived('/careful', ['careful']);
    expect(signatureAt('/careful')).toBe(signatureBy('added', '/careful'));
  });

  it('while identity is away and no secrets are known, nothing is sent and nothing is lost', async () => {
    const { id } = await world.register('/away');
    world.app.get(ClientSecrets).forget(world.client.id);
    await withoutIdentity(async () => {
      await world.transactions(['away']);
      await expect(world.app.get(ClientSecrets).of(world.client.id)).rejects.toThrow();
      await expect(world.ping(id)).rejects.toMatchObject({ status: 503 });
      expect(await world.sql('SELECT id FROM webhook WHERE id = $1', [id])).toEqual([{ id }]);
      expect(world.idsAt('/away')).toEqual([]);
    });
    await world.arrived('/away', ['away']);
  });

  it('while identity hangs, known secrets sign for 25 seconds', async () => {
    const { id } = await world.register('/hung');
    await world.transactions(['hung-1']);
    await world.arrived('/hung', ['hung-1']);
    await withoutIdentity(async () => {
      await world.identity.hang();
      world.later(20_000);
      await world.transactions(['hung-2']);
      await world.arrived('/hung', ['hung-1', 'hung-2']);
      world.later(26_000);
      await expect(world.app.get(ClientSecrets).of(world.client.id)).rejects.toThrow();
      await world.transactions(['hung-3']);
      // The attempt fails and notes when the next one is due, before the clock stands still at a later moment.
      await eventually(async () => {
        const waiting = await world.sql(`SELECT FROM delivery WHERE webhook_id = $1 AND due_at > now()`, [id]);
        expect(waiting).toHaveLength(1);
      });
    });
    world.later(60_000);
    await world.arrived('/hung', ['hung-1', 'hung-2', 'hung-3']);
  });
});
