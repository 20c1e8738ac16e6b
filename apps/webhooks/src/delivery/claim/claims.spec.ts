import type { ClientWithSecret } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import type { NewWebhook } from '@ces/contracts/webhooks/webhooks';
import type { Platform } from '../../../../../e2e/platform/platform.js';
import { DataSource } from 'typeorm';
import { WebhookWorld } from '../../../test/webhook-world.js';
import { Dispatcher } from './dispatcher.service.js';
import { QueueService } from './claim.store.js';

describe('webhooks that are taken for delivery', () => {
  let platform: Platform;
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  it('one whose headers cannot be opened stops nobody else', async () => {
    const broken = await world.register('/broken');
    await world.register('/whole');
    await world.sql(`UPDATE webhook SET headers = 'sealed by another key' WHERE id = $1`, [broken.id]);
    await world.transactions(['opened']);
    await world.arrived('/whole', ['opened']);
    await world.transactions(['again']);
    await world.arrived('/whole', ['opened', 'again']);
    expect(world.idsAt('/broken')).toEqual([]);
    await world.sql('DELETE FROM webhook WHERE id = $1', [broken.id]);
  });

  it('one whose claim was answered to nobody is not left lying for its lease', async () => {
    const { id } = await world.register('/unheard');
    // As if the connection had broken before the answer was here.
    await world.sql(
      `UPDATE delivery SET lease_owner = $2, lease_until = now() + interval '1 hour' WHERE webhook_id = $1`,
      [id, platform.webhooks.get(QueueService).owner],
    );
    await world.transactions(['unheard']);
    await world.arrived('/unheard', ['unheard']);
  });

  it('those of other clients are not taken for what only one client is told', async () => {
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Beside', scopes: ['webhooks'] });
    const client = made.body as ClientWithSecret;
    const other = await platform.api.as(client);
    const events: NewWebhook['events'] = ['webhook-disabled'];
    await world.register('/told', { events });
    const theirs = await world.register('/theirs', { events }, other);
    const epoch = () => world.sql('SELECT epoch FROM delivery WHERE webhook_id = $1', [theirs.id]);
    const ours = await world.register('/ours');
    await world.post(ours.id, 'disable');
    await eventually(() => {
      expect(world.receiver.at('/told')).toHaveLength(1);
    });
    expect(await epoch()).toEqual([{ epoch: '0' }]);
    const { id } = await world.register('/theirs-off', {}, other);
    await other.post(`/api/1/terminal/webhooks/${id}:disable`);
    await eventually(() => {
      expect(world.receiver.at('/theirs')).toHaveLength(1);
    });
    expect(world.receiver.at('/told')).toHaveLength(1);
    const heads = () => world.sql('SELECT name FROM log_head WHERE strpos(name, $1) > 0', [client.id]);
    expect(await heads()).toHaveLength(1);
    await platform.api.send('DELETE', `/api/1/admin/clients/${client.id}`);
    await eventually(async () => {
      expect(await heads()).toEqual([]);
    });
  });

  describe('while they are being looked for', () => {
    /** Whoever looks for what is due stops where it has seen the webhook, and has not locked it yet. */
    const lookStopped = async (meanwhile: () => Promise<void>) => {
      const lock = platform.webhooks.get(DataSource).createQueryRunner();
      await world.sql('ALTER TABLE log_head RENAME TO real_head');
      await world.sql(
        `CREATE VIEW log_head AS SELECT * FROM real_head WHERE pg_advisory_xact_lock_shared(7)::text = ''`,
      );
      try {
        await lock.query('SELECT pg_advisory_lock(7)');
        await world.sql(`UPDATE delivery SET due_at = '-infinity'`);
        platform.webhooks.get(Dispatcher).look();
        await eventually(async () => {
          const waiting = await world.sql(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
          );
          expect(waiting).toHaveLength(1);
        });
        await meanwhile();
      } finally {
        await lock.query('SELECT pg_advisory_unlock(7)');
        await lock.release();
        await world.sql('DROP VIEW log_head');
        await world.sql('ALTER TABLE real_head RENAME TO log_head');
      }
    };
    const withEventAhead = async (path: string) => {
      const { id } = await world.register(path);
      await world.sql(`UPDATE delivery SET due_at = 'infinity' WHERE webhook_id = $1`, [id]);
      await world.transactions([path]);
      await eventually(async () => {
        expect((await world.details(id)).queue.waiting).toBe(1);
      });
      return id;
    };

    it('get what they are changed to', async () => {
      const id = await withEventAhead('/before');
      await lookStopped(async () => {
        const body = { url: `${world.receiver.url}/after` };
        expect((await platform.api.send('PATCH', `/api/1/terminal/webhooks/${id}`, { body })).status).toBe(200);
      });
      await world.arrived('/after', ['/before']);
      expect(world.idsAt('/before')).toEqual([]);
    });

    it('get nothing when they are disabled, and what waits when they are enabled', async () => {
      const id = await withEventAhead('/off');
      await lookStopped(async () => {
        expect((await world.post(id, 'disable')).status).toBe(200);
      });
      await eventually(async () => {
        const free = await world.sql(
          'SELECT FROM delivery WHERE webhook_id = $1 AND epoch = 1 AND lease_until <= now()',
          [id],
        );
        expect(free).toHaveLength(1);
      }, 4_000);
      expect(world.idsAt('/off')).toEqual([]);
      await world.post(id, 'enable');
      await world.arrived('/off', ['/off']);
    });
  });
});
