import { eachFact } from '@ces/messaging/facts/publish/several-facts';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import type { Difference } from '../../apps/campaigns/src/reconciliation/difference.js';
import { describeReport } from '../../apps/campaigns/src/reconciliation/describe-report.js';
import { ReconcileAll } from '../../apps/campaigns/src/reconciliation/reconcile-all.service.js';
import { CampaignWorld } from '../platform/campaign-world.js';
import { Platform } from '../platform/platform.js';

const accepted = 'event-log.accepted';
const coins = 'campaigns.transaction-created';

/** All services run. Restoring a database means here to delete its newest rows. */
describe('the reconciliation of services when the database of one is restored to an earlier moment', () => {
  let platform: Platform;
  let world: CampaignWorld;
  let event: string;
  let stack: string;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns', 'webhooks');
    world = new CampaignWorld(platform);
    event = await world.newEvent();
    stack = (await world.newStack()).id;
    const coupon = await world.newCoupon();
    const effects = [
      { type: 'transaction', stack_id: stack, value: 5 },
      { type: 'claim_coupon', coupon_id: coupon.id },
    ];
    await world.run({ trigger: { event_name: event }, effects });
  }, 90_000);

  afterAll(() => platform.stop());

  const query = <T>(service: 'events' | 'campaigns' | 'webhooks' | 'identity', sql: string, values: unknown[] = []) => {
    const app = platform.services[service];
    if (!app) throw new Error(`${service} does not run`);
    return app.get(DataSource).query<T[]>(sql, values);
  };
  /** Compares two hours later, so that the hour of the spec is over. */
  const compare = (mode: 'compare' | 'repair' = 'compare') =>
    platform.campaigns.get(ReconcileAll).run(mode, Date.now() + 2 * 3_600_000);
  /** The spec may run when an hour ends, so the differences of several hours are joined. */
  const joined = (differences: Difference[]) =>
    [
      ...Map.groupBy(differences, ({ kind, subject, publisher, reader }) =>
        [kind, subject, publisher, reader].join(' '),
      ),
    ].map(([what, some]) => [what, ...some.flatMap(({ ids }) => ids).sort()]);
  const send = async (count: number): Promise<{ user: string; ids: string[] }> => {
    const user = await world.newUser();
    const ids: string[] = [];
    for (let each = 0; each < count; each += 1) ids.push((await world.send(user, event)).id);
    for (const id of ids) await world.outcomes(user, id);
    return { user, ids };
  };
  const balance = async (user: string) => (await world.balances(user)).map(({ value }) => value);
  const equal = { differences: [], underWay: 0, silent: [] };

  it('finds no difference where all is well, nor after the erasure of a user', async () => {
    await send(3);
    expect(await compare()).toMatchObject({ ...equal, hours: expect.any(Number) as number });
    const { user } = await send(2);
    await platform.api.post(`/api/1/user/${user}/delete`);
    await query('identity', 'UPDATE erasure SET announce_after = now()');
    await eventually(async () => {
      expect(await query('identity', 'SELECT FROM erasure WHERE completed_at IS NULL')).toEqual([]);
      expect(await query('events', 'SELECT FROM event_log WHERE user_id = $1', [user])).toEqual([]);
    }, 30_000);
    expect(await compare()).toMatchObject(equal);
  }, 120_000);

  it('names each event that its service has lost, says that grants are left, and cannot mend it', async () => {
    const { ids } = await send(4);
    const lost = ids.slice(2).sort();
    await query('events', 'DELETE FROM event_log WHERE id = ANY ($1)', [lost]);
    const report = await compare('repair');
    expect(joined(report.differences)).toEqual([[`unpublished ${accepted} events campaigns`, ...lost]]);
    expect(report.differences.reduce((sum, { granted = 0 }) => sum + granted, 0)).toBe(2);
    const lines = describeReport(report);
    for (const id of lost)
      expect(lines).toContainEqual(
        expect.stringContaining(`${accepted} ${id}: campaigns has handled it, events does not have it`),
      );
    // The next tests begin with databases that agree.
    await query('campaigns', 'DELETE FROM inbox WHERE message_id = ANY ($1)', [lost]);
  });

  it('judges events again that campaigns has lost, each once, and leaves the others alone', async () => {
    const { user, ids } = await send(4);
    expect(await balance(user)).toEqual([20]);
    const lost = ids.slice(1, 3).sort();
    await forget(lost);
    const before = await compare();
    expect(joined(before.differences)).toContainEqual([`unhandled ${accepted} events campaigns`, ...lost]);
    expect(await balance(user)).toEqual([10]);

    const after = await compare('repair');
    expect(after).toMatchObject({ mended: 2, underWay: 0 });
    expect(after.differences.filter(({ kind }) => kind === 'unhandled')).toEqual([]);
    expect(await balance(user)).toEqual([20]);
    expect(await world.slips(user)).toHaveLength(4);
  }, 120_000);

  it('tells webhooks again what it has lost', async () => {
    const { user } = await send(2);
    const facts = await query<{ message_id: string }>(
      'campaigns',
      `SELECT fact_id AS message_id FROM outbox ${eachFact}
        WHERE subject = $1 AND fact_payload::json->>'user_id' = $2 ORDER BY fact_id`,
      [coins, user],
    );
    const ids = facts.map(({ message_id }) => message_id);
    await eventually(async () => {
      expect(await query('webhooks', 'SELECT FROM inbox WHERE message_id = ANY ($1)', [ids])).toHaveLength(2);
    });
    await query('webhooks', 'DELETE FROM inbox WHERE message_id = ANY ($1)', [ids]);
    const mine = ({ differences }: { differences: Difference[] }) =>
      joined(differences.filter(({ reader, kind }) => reader === 'webhooks' && kind === 'unhandled'));
    expect(mine(await compare())).toEqual([[`unhandled ${coins} campaigns webhooks`, ...ids]]);
    const repaired = await compare('repair');
    expect(mine(repaired)).toEqual([]);
    expect(repaired.mended).toBe(2);
    expect(await query('webhooks', 'SELECT FROM inbox WHERE message_id = ANY ($1)', [ids])).toHaveLength(2);
  }, 120_000);

  it('does not count what waits for a service that is away, and names a service that does not answer', async () => {
    await platform.without('webhooks', async () => {
      await send(1);
      const report = await compare();
      expect(report).toMatchObject({ silent: ['webhooks'], underWay: 0 });
    });
    await eventually(async () => {
      expect(await compare()).toMatchObject({ silent: [], underWay: 0 });
    }, 30_000);
  }, 120_000);

  /** Deletes what a backup of campaigns from before these events lacks. */
  async function forget(ids: string[]): Promise<void> {
    await query('campaigns', 'DELETE FROM inbox WHERE message_id = ANY ($1)', [ids]);
    await query('campaigns', 'DELETE FROM campaign_grant WHERE event_id = ANY ($1)', [ids]);
    await query(
      'campaigns',
      `UPDATE balance b SET value = b.value - l.value FROM (
         SELECT user_id, block_id, sum(value) AS value FROM ledger WHERE event_id = ANY ($1) GROUP BY 1, 2) AS l
        WHERE (b.user_id, b.block_id) = (l.user_id, l.block_id)`,
      [ids],
    );
    await query(
      'campaigns',
      'UPDATE coupon_code SET slip_id = NULL WHERE slip_id IN (SELECT id FROM coupon_slip WHERE event_id = ANY ($1))',
      [ids],
    );
    for (const table of ['ledger', 'coupon_slip', 'event_outcome'])
      await query('campaigns', `DELETE FROM ${table} WHERE event_id = ANY ($1)`, [ids]);
  }
});
