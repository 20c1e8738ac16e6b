import { eventually } from '@ces/testing/eventually';
import { getCampaign, type Effect } from '@ces/contracts/campaigns/campaign-administration';
import { simulateCampaign } from '@ces/contracts/campaigns/campaign-outcomes';
import { Transactions } from '@ces/messaging/storage/transactions';
import { CampaignsUnderTest, newUser } from '../../../test/run-campaigns.js';
import { ErasureService } from '../../erasure/erasure.service.js';
import { GrantReconciliation } from '../../reconciliation/grant-reconciliation.service.js';
import { GrantRetentionService } from '../retention/grant-retention.service.js';

describe('counters that are made after grants', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  async function reasonOf(eventId: string): Promise<string | null | undefined> {
    const [row] = await service.query<{ reason: string | null }>(
      `SELECT outcomes->0->>'reason' AS reason FROM event_outcome WHERE event_id = $1
       UNION ALL SELECT NULL FROM campaign_grant WHERE event_id = $1`,
      [eventId],
    );
    return row?.reason;
  }

  const point = async (): Promise<Effect> => ({
    type: 'transaction',
    stack_id: (await service.newStack()).id,
    value: 1,
  });
  const total = { type: 'total' } as const;
  const several = (count: number, event: string, user = newUser()) =>
    Array.from({ length: count }, () => service.fact(user, event));

  /** An erasure is refused until the facts of the user are published and marked. */
  const erase = (user: string) =>
    eventually(() => service.app.get(Transactions).run(() => service.app.get(ErasureService).erase(user)));

  it('count grants of earlier versions and of their late events in a later budget', async () => {
    const coupon = await service.newCoupon(50);
    const [trigger, effects] = [
      { event_name: 'later-budget' },
      [{ type: 'claim_coupon', coupon_id: coupon.id } as const],
    ];
    const campaign = await service.run({ trigger, effects });
    await service.submit(several(3, 'later-budget'));
    const [late] = several(1, 'later-budget');
    if (!late) throw new Error('one fact');
    expect((await service.bus.call(getCampaign, { id: campaign.id })).used).toEqual({
      grants: 3,
      coupons: 3,
      points: 0,
    });
    await service.put(campaign, { trigger, effects, budget: { coupons: 5 } });
    await service.submit([late]);
    await service.submit(several(4, 'later-budget'));
    expect(await service.countOf('coupon_slip', campaign.id)).toBe(5);
    await service.put(campaign, { trigger, effects });
    await service.submit(several(3, 'later-budget'));
    await service.put(campaign, { trigger, effects, budget: { coupons: 9 } });
    await service.submit(several(4, 'later-budget'));
    expect(await service.countOf('coupon_slip', campaign.id)).toBe(9);
  });

  it('count grants of earlier versions in later caps', async () => {
    const [trigger, effects] = [{ event_name: 'later-cap' }, [await point()]];
    const campaign = await service.run({ trigger, effects });
    const user = newUser();
    await service.submit(several(2, 'later-cap', user));
    const daily = { type: 'calendar', unit: 'day', timezone: 'Pacific/Kiritimati' } as const;
    await service.put(campaign, {
      trigger,
      effects,
      caps: [
        { scope: 'user', window: total, max: 3 },
        { scope: 'campaign', window: daily, max: 4 },
      ],
    });
    const simulation = await service.bus.call(simulateCampaign, {
      ...{ id: campaign.id, client_id: 'cl', user_id: user, event_name: 'later-cap', data: '{}' },
    });
    expect(simulation).toMatchObject({ matched: true });
    await service.submit(several(4, 'later-cap', user));
    expect(await service.countOf('ledger', campaign.id)).toBe(3);
    await service.submit(several(4, 'later-cap'));
    expect(await service.countOf('ledger', campaign.id)).toBe(4);
  });

  it('count the grants of the time of an old event, which is judged by the version that ran then', async () => {
    const [trigger, effects] = [{ event_name: 'ancient' }, [await point()]];
    const caps = [
      { scope: 'user', window: { type: 'calendar', unit: 'day', timezone: 'Europe/Berlin' }, max: 2 } as const,
    ];
    const campaign = await service.run({ trigger, effects, caps });
    await service.put(campaign, { trigger, effects: [{ ...effects[0], value: 100 } as Effect] });
    await service.ran(campaign, 1, '2025-01-01', '2025-06-01');
    const user = newUser();
    const then = (time: string) => service.fact(user, 'ancient', {}, new Date(`2025-03-30T${time}Z`));
    // In UTC the day of 23 hours begins at 23:00 of the day before and ends at 22:00.
    await service.submit([then('22:30:00'), then('21:30:00')]);
    await service.query('DELETE FROM campaign_counter WHERE campaign_id = $1', [campaign.id]);
    const [last, over] = [then('21:59:59'), then('10:00:00')];
    await service.submit([last]);
    await service.submit([over]);
    expect([await reasonOf(last.id), await reasonOf(over.id)]).toEqual([null, 'caps']);
    const [row] = await service.query<{ sum: number }>('SELECT sum(value)::int AS sum FROM ledger WHERE user_id = $1', [
      user,
    ]);
    expect(row?.sum).toBe(3);
  });

  it('keep what a campaign has spent when a user is erased', async () => {
    const [trigger, effects] = [{ event_name: 'erased' }, [await point()]];
    const campaign = await service.run({ trigger, effects });
    const user = newUser();
    await service.submit(several(2, 'erased', user));
    await erase(user);
    expect(await service.query('SELECT FROM campaign_grant WHERE user_id = $1', [user])).toEqual([]);
    await service.put(campaign, { trigger, effects, budget: { points: 3 } });
    await service.submit(several(3, 'erased'));
    expect(await service.bus.call(getCampaign, { id: campaign.id })).toMatchObject({ used: { grants: 3, points: 3 } });
  });

  it('count the grants of dropped months, whose events are never judged again', async () => {
    const [trigger, effects] = [{ event_name: 'dropped' }, [await point()]];
    const campaign = await service.run({ trigger, effects });
    const ended = await service.run({ trigger, effects });
    const [user, gone] = [newUser(), newUser()];
    const old = several(2, 'dropped', user);
    await service.submit([...old, ...several(1, 'dropped', gone)]);
    await service.query(`UPDATE campaign SET state = 'ended', updated_at = '2027-03-30' WHERE id = $1`, [ended.id]);
    const now = new Date('2029-06-15T12:30:00Z');
    const drop = () => service.app.get(GrantRetentionService).arrangeAt(now);
    await Promise.all([drop(), drop()]);
    await erase(gone);
    const carried = await service.query(
      'SELECT user_id, grants::int, points::int FROM carried_grant WHERE campaign_id = ANY ($1) ORDER BY 1',
      [[campaign.id, ended.id]],
    );
    expect(carried).toEqual([
      { user_id: '', grants: 3, points: 3 },
      { user_id: user, grants: 2, points: 2 },
    ]);
    const caps = [{ scope: 'user', window: total, max: 3 } as const];
    await service.put(campaign, { trigger, effects, caps, budget: { points: 5 } });
    const then = (who = newUser()) => service.fact(who, 'dropped', {}, now);
    await service.submit([then(user), then(user)]);
    await service.submit([then(), then()]);
    await service.query('DELETE FROM inbox WHERE message_id = ANY ($1)', [old.map(({ id }) => id)]);
    await service.submit([...old, ...several(1, 'dropped')]);
    // Two of before, one more of the user, and the last of the budget.
    expect(await service.countOf('ledger', campaign.id)).toBe(4);
    const refused = await service.query<{ detail: string }>(
      `SELECT outcomes->0->>'detail' AS detail FROM event_outcome
        WHERE trigger = 'event dropped' AND occurred_at < '2029-01-01' AND outcomes->0->>'reason' = 'schedule'`,
    );
    expect(refused).toEqual(Array.from({ length: 3 }, () => ({ detail: 'the grants of its time are no longer kept' })));
    const hour = { from: now.getTime() - 1_800_000, until: now.getTime() + 1_800_000 };
    expect(await service.app.get(GrantReconciliation).compare(hour)).toEqual([]);
  });
});
