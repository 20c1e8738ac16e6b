import { eventually } from '@ces/testing/eventually';
import type { NewWebhook } from '@ces/contracts/webhooks/webhooks';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { DataSource } from 'typeorm';
import { WebhookWorld } from '../../../test/webhook-world.js';
import { ClaimStore } from './claim.store.js';
import { Dispatcher } from './dispatcher.service.js';
import { LeaseTerms } from '../lease-terms.js';

describe('the claim of webhooks for delivery', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  it('goes on past a webhook whose headers cannot be opened', async () => {
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

  it('repeats itself when its answer was lost, without waiting for the lease to end', async () => {
    const { id } = await world.register('/unheard');
    // Stands for a connection that broke before the answer arrived.
    await world.sql(
      `UPDATE delivery SET lease_owner = $2, lease_until = now() + interval '1 hour' WHERE webhook_id = $1`,
      [id, world.app.get(LeaseTerms).owner],
    );
    await world.transactions(['unheard']);
    await world.arrived('/unheard', ['unheard']);
  });

  it('is ended for an absent sender, unless the sender renewed it after its own lease had ended', async () => {
    const { id } = await world.register('/absent');
    const [owner, seconds] = [newId(), world.app.get(LeaseTerms).leaseSeconds];
    await world.sql(
      'UPDATE delivery SET lease_owner = $2, lease_until = now() + make_interval(secs => $3) WHERE webhook_id = $1',
      [id, owner, seconds],
    );
    const freed = async (endedSecondsAgo: number): Promise<number> => {
      const endedAt = new Date(Date.now() - endedSecondsAgo * 1_000).toISOString();
      return world.app.get(Transactions).run(() => world.app.get(ClaimStore).free(owner, endedAt));
    };
    expect([await freed(60), await freed(-60)]).toEqual([0, 1]);
  });

  it('leaves out webhooks of other clients when an event is for one client', async () => {
    const client = world.identity.addClient();
    const events: NewWebhook['events'] = ['webhook-disabled'];
    await world.register('/told', { events });
    const theirs = await world.register('/theirs', { events }, client.id);
    const epoch = () => world.sql('SELECT epoch FROM delivery WHERE webhook_id = $1', [theirs.id]);
    const ours = await world.register('/ours');
    await world.disable(ours.id);
    await eventually(() => {
      expect(world.receiver.at('/told')).toHaveLength(1);
    });
    expect(await epoch()).toEqual([{ epoch: '0' }]);
    const { id } = await world.register('/theirs-off', {}, client.id);
    await world.disable(id, client.id);
    await eventually(() => {
      expect(world.receiver.at('/theirs')).toHaveLength(1);
    });
    expect(world.receiver.at('/told')).toHaveLength(1);
    const heads = () => world.sql('SELECT name FROM log_head WHERE strpos(name, $1) > 0', [client.id]);
    expect(await heads()).toHaveLength(1);
    await world.deleteClient(client.id);
    await eventually(async () => {
      expect(await heads()).toEqual([]);
    });
  });

  describe('while it is under way', () => {
    /** Stops the claim after it has read the webhook, before it locks the queue. */
    const lookStopped = async (meanwhile: () => Promise<void>) => {
      const lock = world.app.get(DataSource).createQueryRunner();
      await world.sql('ALTER TABLE log_head RENAME TO real_head');
      await world.sql(
        `CREATE VIEW log_head AS SELECT * FROM real_head WHERE pg_advisory_xact_lock_shared(7)::text = ''`,
      );
      try {
        await lock.query('SELECT pg_advisory_lock(7)');
        await world.sql(`UPDATE delivery SET due_at = '-infinity'`);
        world.app.get(Dispatcher).look();
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

    it('does not keep the old URL of a webhook that is changed', async () => {
      const id = await withEventAhead('/before');
      await lookStopped(async () => {
        await world.change(id, { url: `${world.receiver.url}/after` });
      });
      await world.arrived('/after', ['/before']);
      expect(world.idsAt('/before')).toEqual([]);
    });

    it('leaves an oldest event that waits, unless its webhook has failed', async () => {
      const oldest = () => world.app.get(ClaimStore).oldestWaiting();
      await eventually(async () => {
        expect(await oldest()).toBeUndefined();
      });
      const before = Date.now() * 1_000;
      const id = await withEventAhead('/waits');
      expect(await oldest()).toBeGreaterThanOrEqual(before);
      await world.sql('UPDATE delivery SET attempt = 1 WHERE webhook_id = $1', [id]);
      await eventually(async () => {
        expect(await oldest()).toBeUndefined();
      });
    });

    it('sends nothing to a webhook that is disabled, and the waiting events once it is enabled', async () => {
      const id = await withEventAhead('/off');
      await lookStopped(async () => {
        await world.disable(id);
      });
      await eventually(async () => {
        const free = await world.sql(
          'SELECT FROM delivery WHERE webhook_id = $1 AND epoch = 1 AND lease_until <= now()',
          [id],
        );
        expect(free).toHaveLength(1);
      }, 4_000);
      expect(world.idsAt('/off')).toEqual([]);
      await world.enable(id);
      await world.arrived('/off', ['/off']);
    });
  });
});
