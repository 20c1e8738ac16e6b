import { statsOfWebhook, statsOfWebhooks, type WebhookStats } from '@ces/contracts/webhooks/webhook-stats';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { numbered, WebhookWorld } from '../../test/webhook-world.js';
import { StatStore } from './stat.store.js';
import { StatsService } from './stats.service.js';

describe('the statistics of a webhook', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  const stats = async (id: string, more: object = {}): Promise<WebhookStats[]> =>
    (await world.call(statsOfWebhook, { client_id: world.client.id, id, ...more })).items;
  const count = () => world.app.get(Chores).runNow('count-attempts');
  /** Transactions of other specs on the same server may hold it up. */
  const counted = () =>
    eventually(async () => {
      await count();
      expect(await world.app.get(StatStore).newest()).toBeUndefined();
    });
  const delivered = async (path: string) => {
    const { id } = await world.register(path);
    await world.transactions([path]);
    await eventually(async () => {
      expect(await world.attempts(id)).toHaveLength(1);
    });
    return id;
  };
  const position = async () => (await world.sql<{ seq: string }>('SELECT seq FROM webhook_stat_position'))[0]?.seq;

  it('count attempts, successes, failures by reason and delivered events, before and after they are counted', async () => {
    const { id } = await world.register('/counted');
    await world.transactions(numbered('n', 3));
    await world.arrived('/counted', numbered('n', 3));
    world.receiver.answer(503);
    await world.transactions(['refused']);
    await eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(1);
    });
    world.receiver.answer(204);
    await world.enable(id);
    const before = await eventually(async () => {
      const [bucket] = await stats(id, { bucket: 'hour' });
      expect(bucket).toMatchObject({ failed: { '503': 1 }, events: 4 });
      return bucket;
    });
    expect(before?.attempts).toBe((before?.succeeded ?? 0) + 1);
    expect(before?.p95_ms).toBeGreaterThan(0);
    await counted();
    expect(await stats(id, { bucket: 'hour' })).toEqual([before]);
    await world.transactions(['later']);
    await eventually(async () => {
      expect((await stats(id))[0]?.events).toBe(5);
    });
    const all = await world.call(statsOfWebhooks, { client_id: world.client.id });
    expect(all.items).toEqual(await stats(id));
    const foreign = await world.call(statsOfWebhooks, { client_id: world.identity.addClient().id });
    expect(foreign.items).toEqual([]);
  });

  it('are summed by hour or day in UTC, newest first, from a moment on, in pages', async () => {
    const { id } = await world.register('/buckets');
    await world.sql(
      `INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, duration_ms, error)
       SELECT gen_random_uuid(), $1, at::timestamptz, gen_random_uuid(), 1, 'failed', '', 1, 1, 0, 1, 3, 'timeout'
         FROM unnest(ARRAY['2026-03-01T09:59:59Z', '2026-03-01T10:00:00Z', '2026-03-01T10:30:00Z', '2026-03-02T00:00:00Z']) at`,
      [id],
    );
    const bucketsOf = async (more: object) => (await stats(id, more)).map(({ at, failed }) => [at, failed['timeout']]);
    const hours = [
      ['2026-03-02T00:00:00.000Z', 1],
      ['2026-03-01T10:00:00.000Z', 2],
      ['2026-03-01T09:00:00.000Z', 1],
    ];
    for (const isCounted of [false, true]) {
      if (isCounted) await counted();
      expect(await bucketsOf({ bucket: 'hour' })).toEqual(hours);
      expect(await bucketsOf({ bucket: 'hour', since: '2026-03-01T10:20:00Z' })).toEqual(hours.slice(0, 2));
      expect(await bucketsOf({})).toEqual([
        ['2026-03-02T00:00:00.000Z', 1],
        ['2026-03-01T00:00:00.000Z', 3],
      ]);
      expect(await bucketsOf({ bucket: 'hour', limit: 1 })).toEqual(hours.slice(0, 1));
      expect(await bucketsOf({ bucket: 'hour', cursor: hours[0]?.[0] })).toEqual(hours.slice(1));
    }
  });

  it('lose no attempt whose transaction is still under way while later ones are counted', async () => {
    const id = await delivered('/late');
    await counted();
    const late = world.app.get(DataSource).createQueryRunner();
    await late.startTransaction();
    await late.query(
      `INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, duration_ms)
       VALUES (gen_random_uuid(), $1, now(), gen_random_uuid(), 1, 'delivered', '', 7, 1, 0, 1, 3)`,
      [id],
    );
    await world.transactions(['/later']);
    await eventually(async () => {
      expect(await world.attempts(id)).toHaveLength(2);
    });
    const before = await position();
    await world.app.get(StatsService).count();
    expect(await position()).toBe(before);
    await late.commitTransaction();
    await late.release();
    await counted();
    expect(await position()).not.toBe(before);
    expect(await stats(id)).toMatchObject([{ attempts: 3, events: 9 }]);
  });

  it('belong to the client of the webhook, and go with the webhook', async () => {
    const id = await delivered('/gone');
    await counted();
    expect(await world.sql('SELECT FROM webhook_stat WHERE webhook_id = $1', [id])).toHaveLength(1);
    const foreign = { client_id: world.identity.addClient().id, id };
    await expect(world.call(statsOfWebhook, foreign)).rejects.toMatchObject({ code: 'webhook-not-found' });
    await world.remove(id);
    await world.app.get(Chores).runNow('forget-webhook-stats');
    expect(await world.sql('SELECT FROM webhook_stat WHERE webhook_id = $1', [id])).toEqual([]);
  });
});
