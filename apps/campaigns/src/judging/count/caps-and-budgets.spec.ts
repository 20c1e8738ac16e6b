import { type Effect } from '@ces/contracts/campaigns/campaign-administration';
import { simulateCampaign } from '@ces/contracts/campaigns/campaign-outcomes';
import { CampaignsUnderTest, newUser } from '../../../test/run-campaigns.js';

describe('caps, budgets and codes', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  it('hands out exactly a thousand slips to five thousand users at once, each with a code of its own', async () => {
    const coupon = await service.newCoupon(2_000);
    const campaign = await service.run({
      trigger: { event_name: 'sale' },
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
      budget: { coupons: 1_000 },
    });
    const facts = Array.from({ length: 5_000 }, () => service.fact(newUser(), 'sale'));
    await service.submit(facts);
    const rows = await service.query<{ slips: number; codes: number; users: number }>(
      `SELECT count(*)::int AS slips, count(DISTINCT code)::int AS codes, count(DISTINCT user_id)::int AS users
         FROM coupon_slip WHERE campaign_id = $1`,
      [campaign.id],
    );
    expect(rows).toEqual([{ slips: 1_000, codes: 1_000, users: 1_000 }]);
    const reasons = await service.query(
      `SELECT outcomes->0->>'reason' AS reason, count(*)::int AS count FROM event_outcome
        WHERE trigger = 'event sale' GROUP BY 1`,
    );
    expect(reasons).toEqual([{ reason: 'budget', count: 4_000 }]);
  }, 120_000);

  it('hands out as many slips as there are codes, and records why others got none', async () => {
    const coupon = await service.newCoupon(50);
    const campaign = await service.run({
      trigger: { event_name: 'few' },
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
    });
    await service.submit(Array.from({ length: 400 }, () => service.fact(newUser(), 'few')));
    expect(await service.countOf('coupon_slip', campaign.id)).toBe(50);
    const reasons = await service.query<{ reason: string }>(
      `SELECT DISTINCT outcomes->0->>'reason' AS reason FROM event_outcome
        WHERE trigger = 'event few'`,
    );
    expect(reasons).toEqual([{ reason: 'coupons' }]);
  });

  const day = { type: 'calendar', unit: 'day', timezone: 'Europe/Berlin' } as const;

  it.each([
    ['on an ordinary day', '2026-06-10T21:59:59.000Z', '2026-06-10T22:00:00.000Z'],
    ['on the day of 23 hours', '2027-03-28T21:59:59.000Z', '2027-03-28T22:00:00.000Z'],
    ['on the day of 25 hours', '2026-10-25T22:59:59.000Z', '2026-10-25T23:00:00.000Z'],
  ])(
    'gives a user one of a hundred at once, and one more after local midnight, %s',
    async (name, before, after) => {
      const stack = await service.newStack();
      const event = `daily-${name.length}`;
      const campaign = await service.run({
        trigger: { event_name: event },
        effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
        caps: [{ scope: 'user', window: day, max: 1 }],
      });
      await service.ran(campaign, 1, '2026-01-01', null);
      const user = newUser();
      const many = (at: string) => Array.from({ length: 100 }, () => service.fact(user, event, {}, new Date(at)));
      const middle = new Date(Date.parse(before) - 12 * 3_600_000).toISOString();
      await service.submit([...many(middle), ...many(before)]);
      expect(await service.countOf('ledger', campaign.id)).toBe(1);
      await service.submit(many(after));
      expect(await service.countOf('ledger', campaign.id)).toBe(2);
    },
    60_000,
  );

  it('counts a rolling window back from each event', async () => {
    const stack = await service.newStack();
    const campaign = await service.run({
      trigger: { event_name: 'rolling' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
      caps: [{ scope: 'user', window: { type: 'rolling', seconds: 60 }, max: 2 }],
    });
    await service.ran(campaign, 1, '2026-01-01', null);
    const user = newUser();
    const at = (seconds: number) => service.fact(user, 'rolling', {}, new Date(Date.UTC(2026, 5, 1, 12, 0, seconds)));
    await service.submit([at(0), at(10), at(20), at(59)]);
    expect(await service.countOf('ledger', campaign.id)).toBe(2);
    await service.submit([at(61), at(62), at(71)]);
    expect(await service.countOf('ledger', campaign.id)).toBe(4);
  });

  it('never credits more points than the budget has, from many users at once', async () => {
    const stack = await service.newStack();
    const campaign = await service.run({
      trigger: { event_name: 'points' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount' }],
      budget: { points: 1_000 },
    });
    const facts = Array.from({ length: 600 }, (_, index) =>
      service.fact(newUser(), 'points', { amount: (index % 7) + 1 }),
    );
    await service.submit(facts);
    const [row] = await service.query<{ sum: number }>(
      'SELECT sum(value)::int AS sum FROM ledger WHERE campaign_id = $1',
      [campaign.id],
    );
    expect(row?.sum).toBeLessThanOrEqual(1_000);
    expect(row?.sum).toBeGreaterThan(993);
    const [balances] = await service.query<{ sum: number }>(
      `SELECT sum(b.value)::int AS sum FROM balance b JOIN stack_block k ON k.id = b.block_id WHERE k.stack_id = $1`,
      [stack.id],
    );
    expect(balances?.sum).toBe(row?.sum);
  });

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
  it('counts a rolling window of the campaign over all users, in any order of events', async () => {
    const campaign = await service.run({
      trigger: { event_name: 'rolling-all' },
      effects: [await point()],
      caps: [{ scope: 'campaign', window: { type: 'rolling', seconds: 60 }, max: 3 }],
    });
    await service.ran(campaign, 1, '2026-01-01', null);
    const at = (seconds: number, user = newUser()) =>
      service.fact(user, 'rolling-all', {}, new Date(Date.UTC(2026, 5, 1, 12, 0, seconds)));
    for (const seconds of [0, 30, 59, 61, 62]) await service.submit([at(seconds)]);
    expect(await service.countOf('ledger', campaign.id)).toBe(4);
    const user = newUser();
    await service.submit([95, 300, 301, 302, 303].map((seconds) => at(seconds, user)));
    expect(await service.countOf('ledger', campaign.id)).toBe(8);
  });

  it('hands out no code of a coupon that is over, and the simulation says so', async () => {
    const coupon = await service.newCoupon(5);
    const campaign = await service.run({
      trigger: { event_name: 'over' },
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
    });
    await service.query(`UPDATE coupon SET valid_until = now() - interval '1 second' WHERE id = $1`, [coupon.id]);
    const fact = service.fact(newUser(), 'over');
    await service.submit([fact]);
    expect(await reasonOf(fact.id)).toBe('coupons');
    const request = { id: campaign.id, client_id: 'cl', user_id: newUser(), event_name: 'over', data: '{}' };
    expect(await service.bus.call(simulateCampaign, request)).toMatchObject({ matched: false, reason: 'coupons' });
  });

  it('leaves the budget of a grant without a code to others in the same message', async () => {
    const [none, enough] = [await service.newCoupon(1), await service.newCoupon(5)];
    const given = (coupon_id: string) => ({
      trigger: { event_name: 'left-over' },
      effects: [{ type: 'claim_coupon', coupon_id } as const],
      budget: { coupons: 2 },
    });
    await service.query('UPDATE coupon_code SET slip_id = coupon_id WHERE coupon_id = $1', [none.id]);
    const campaign = await service.run(given(none.id));
    await service.put(campaign, given(enough.id));
    await service.ran(campaign, 1, '2026-01-01', '2026-02-01');
    await service.ran(campaign, 2, '2026-02-01', null);
    const user = newUser();
    const facts = ['2026-01-31', '2026-02-01', '2026-02-02'].map((day) =>
      service.fact(user, 'left-over', {}, new Date(`${day}T12:00:00Z`)),
    );
    await service.submit(facts);
    expect(await Promise.all(facts.map(({ id }) => reasonOf(id)))).toEqual(['coupons', null, null]);
  });
});
