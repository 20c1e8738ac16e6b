import { getCampaign, type Campaign } from '@ces/contracts/campaigns/campaign-administration';
import { statsOfCampaign, statsOfCampaigns, type CampaignStats } from '@ces/contracts/campaigns/campaign-stats';
import { Transactions } from '@ces/messaging/storage/transactions';
import { randomUUID } from 'node:crypto';
import { problemOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser, type Fact } from '../../test/run-campaigns.js';
import { StatStore } from './stat.store.js';

const none = { judged: 0, matched: 0, granted: 0, refused: {}, units: 0, coupons: 0, points: 0 };

describe('the statistics of a campaign', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  async function counting(event_name: string): Promise<Campaign> {
    const [stack, coupon] = [await service.newStack(), await service.newCoupon(3)];
    const campaign = await service.run({
      trigger: { event_name },
      condition: 'event.amount > 0',
      effects: [
        { type: 'claim_coupon', coupon_id: coupon.id },
        { type: 'transaction', stack_id: stack.id, value: 'event.amount * 10' },
      ],
      caps: [{ scope: 'user', window: { type: 'total' }, max: 1 }],
      budget: { points: 100 },
    });
    await service.ran(campaign, 1, '2026-01-01T00:00:00Z', null);
    return campaign;
  }

  const stats = async (id: string, more: object = {}): Promise<CampaignStats[]> =>
    (await service.bus.call(statsOfCampaign, { id, ...more })).items;

  it('count grants and refusals by reason and hour, each event once, before and after they are folded', async () => {
    const { id } = await counting('counted');
    const user = newUser();
    const at = (time: string) => new Date(`2026-03-01T${time}Z`);
    const facts: Fact[] = [
      service.fact(user, 'counted', { amount: 2 }, at('09:00:00')),
      service.fact(user, 'counted', { amount: 2 }, at('09:59:59.999')),
      service.fact(newUser(), 'counted', { amount: 0 }, at('09:30:00')),
      service.fact(newUser(), 'counted', { amount: 0 }, at('10:00:00')),
      service.fact(newUser(), 'counted', { amount: 3 }, at('10:01:00')),
      service.fact(newUser(), 'counted', { amount: 99 }, at('10:02:00')),
      service.fact(newUser(), 'counted', { amount: 1 }, at('10:03:00')),
      service.fact(newUser(), 'counted', { amount: 1 }, at('10:04:00')),
    ];
    // One message for each, in their order: the codes and the budget go to the first.
    for (const fact of facts) await service.submit([fact]);
    await service.publish(facts);
    await service.submit([service.fact(user, 'other')]);
    const [ten, nine] = [
      {
        at: '2026-03-01T10:00:00.000Z',
        ...{ judged: 5, matched: 4, granted: 2, refused: { condition: 1, budget: 1, coupons: 1 } },
        ...{ units: 42, coupons: 2, points: 40 },
      },
      {
        at: '2026-03-01T09:00:00.000Z',
        ...{ judged: 3, matched: 2, granted: 1, refused: { caps: 1, condition: 1 } },
        ...{ units: 21, coupons: 1, points: 20 },
      },
    ];
    expect(await stats(id, { bucket: 'hour' })).toEqual([ten, nine]);
    const increments = async () => (await service.query('SELECT FROM campaign_stat_increment')).length;
    expect(await increments()).toBeGreaterThan(0);
    const store = service.app.get(StatStore);
    await Promise.all([store.fold(), store.fold()]);
    expect(await increments()).toBe(0);
    expect(await stats(id, { bucket: 'hour' })).toEqual([ten, nine]);
    await service.submit([service.fact(user, 'counted', { amount: 2 }, at('10:59:00'))]);
    await service.chore('fold-campaign-stats');
    const later = { ...ten, judged: 6, matched: 5, refused: { ...ten.refused, caps: 1 } };
    expect(await stats(id, { bucket: 'hour' })).toEqual([later, nine]);
    expect(await stats(id)).toEqual([
      {
        at: '2026-03-01T00:00:00.000Z',
        ...{ judged: 9, matched: 7, granted: 3, refused: { budget: 1, caps: 2, condition: 2, coupons: 1 } },
        ...{ units: 63, coupons: 3, points: 60 },
      },
    ]);
    expect((await service.bus.call(getCampaign, { id })).used).toEqual({ grants: 3, coupons: 3, points: 60 });
  });

  it('are read from a moment on and page by page', async () => {
    const { id } = await counting('paged');
    const days = ['2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z', '2026-03-04T12:00:00Z'];
    await service.submit(days.map((day) => service.fact(newUser(), 'paged', { amount: 0 }, new Date(day))));
    const refused = { ...none, judged: 1, refused: { condition: 1 } };
    const [first, second, third] = days.map((day) => ({ ...refused, at: `${day.slice(0, 10)}T00:00:00.000Z` }));
    expect(await stats(id)).toEqual([third, second, first]);
    expect(await stats(id, { since: '2026-03-02T18:00:00Z' })).toEqual([third, second]);
    await counting('other-one');
    await service.submit([service.fact(newUser(), 'other-one', { amount: 0 }, new Date('2026-03-04T12:00:00Z'))]);
    const { items } = await service.bus.call(statsOfCampaigns, { since: '2026-03-02T18:00:00Z' });
    expect(items).toEqual([{ ...third, judged: 2, refused: { condition: 2 } }, second]);
    const lastDays = await service.bus.call(statsOfCampaigns, { limit: 2, cursor: '2026-03-05T00:00:00.000Z' });
    expect(lastDays).toEqual({ items: items.slice(0, 1), next: '2026-03-03T00:00:00.000Z' });
    const page = await service.bus.call(statsOfCampaign, { id, limit: 2 });
    expect(page).toEqual({ items: [third, second], next: second?.at });
    const rest = await service.bus.call(statsOfCampaign, { id, limit: 2, cursor: page.next ?? '' });
    expect(rest).toEqual({ items: [first], next: null });
    expect(await problemOf(service.bus.call(statsOfCampaign, { id, cursor: 'x' }))).toMatchObject({ status: 400 });
  });

  it('are empty before the first event, and unknown for no campaign', async () => {
    expect(await stats((await counting('nothing')).id)).toEqual([]);
    expect(await problemOf(stats(randomUUID()))).toEqual({ status: 404, code: 'campaign-not-found' });
  });

  it('are read no longer than a caller waits', async () => {
    const limits: unknown[] = [];
    const find = async () => {
      limits.push(await service.app.get(Transactions).current.query('SHOW statement_timeout'));
      return [];
    };
    Object.assign(service.app.get(StatStore), { find });
    await service.bus.call(statsOfCampaigns, {});
    expect(limits).toEqual([[{ statement_timeout: '5s' }]]);
  });
});
