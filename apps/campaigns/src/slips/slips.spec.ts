import { changeSlip, redeemTicket, revokeTicket, slipsOf, type SlipsOf } from '@ces/contracts/campaigns/slips';
import { eventually } from '@ces/testing/eventually';
import { problemOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

describe('coupon slips', () => {
  let service: CampaignsUnderTest;
  let events = 0;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

  afterAll(() => service.stop());

  async function withSlip(more: object = {}) {
    const [user, event_name] = [newUser(), `slip-${(events += 1)}`];
    const coupon = await service.newCoupon(3, more);
    await service.run({ trigger: { event_name }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] });
    await service.submit([service.fact(user, event_name)]);
    const [slip] = (await service.slips(user)).items;
    if (!slip) throw new Error('no slip');
    return { user, coupon, slip, ticket: { coupon_id: coupon.id, code: slip.ticket.code } };
  }

  it('can be marked as read or deleted only by their user', async () => {
    const { user, slip } = await withSlip();
    const change = (user_id: string, marks: object) => service.bus.call(changeSlip, { user_id, id: slip.id, ...marks });
    const list = async (more: Partial<SlipsOf> = {}) =>
      (await service.bus.call(slipsOf, { user_id: user, ...more })).items;
    expect(await change(user, { isRead: true })).toEqual({ ...slip, isRead: true });
    expect(await problemOf(change(newUser(), { isRead: false }))).toEqual({ status: 404, code: 'slip-not-found' });
    expect(await change(user, { isDeleted: true })).toMatchObject({ isRead: true });
    expect(await list()).toEqual([]);
    expect(await list({ include_deleted: 'true' })).toMatchObject([{ id: slip.id }]);
  });

  it('show when they were granted, for which event of which campaign, and until when their ticket holds', async () => {
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    const { user, slip, ticket } = await withSlip({ valid_seconds: 3_600 });
    expect(slip).toMatchObject({ created: expect.stringMatching(iso), redeemed_at: null });
    expect(Date.parse(slip.expires_at ?? '') - Date.parse(slip.created)).toBe(3_600_000);
    const [origin] = await service.query('SELECT campaign_id, event_id FROM coupon_slip WHERE id = $1', [slip.id]);
    expect(slip).toMatchObject(origin as object);
    const redeemed = await service.bus.call(redeemTicket, ticket);
    expect(redeemed).toMatchObject({ created: slip.created, redeemed_at: expect.stringMatching(iso) });
    expect((await service.slips(user)).items).toEqual([redeemed]);
    expect((await withSlip()).slip.expires_at).toBeNull();
  });

  it('hold a ticket that is redeemed once, by the first of many requests at once', async () => {
    const { slip, ticket } = await withSlip();
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => service.bus.call(redeemTicket, ticket)));
    const redeemed = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value);
    expect(redeemed.map(({ ticket: { state } }) => state)).toEqual(['redeemed']);
    const refusals = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as object);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'ticket-not-redeemable' });
    expect(await problemOf(service.bus.call(redeemTicket, { ...ticket, code: 'NONE' }))).toEqual({
      status: 404,
      code: 'ticket-not-found',
    });
    expect(await problemOf(service.bus.call(revokeTicket, { id: slip.id }))).toEqual({
      status: 409,
      code: 'ticket-not-redeemable',
    });
  });

  it('hold no ticket to redeem once it is revoked or has expired', async () => {
    const revoked = await withSlip();
    expect(await service.bus.call(revokeTicket, { id: revoked.slip.id })).toMatchObject({
      ticket: { state: 'revoked' },
    });
    const expired = await withSlip({ valid_seconds: 1 });
    await eventually(async () => {
      await service.chore('expire-tickets');
      const rows = await service.query('SELECT state FROM coupon_slip WHERE id = $1', [expired.slip.id]);
      expect(rows).toEqual([{ state: 'expired' }]);
    });
    for (const { ticket, user } of [revoked, expired]) {
      expect(await problemOf(service.bus.call(redeemTicket, ticket))).toEqual({
        status: 409,
        code: 'ticket-not-redeemable',
      });
      expect(['revoked', 'expired']).toContain((await service.slips(user)).items[0]?.ticket.state);
    }
  });

  it('show a ticket as expired before the chore has marked it', async () => {
    const { user, slip, ticket } = await withSlip();
    await service.query(`UPDATE coupon_slip SET expires_at = now() WHERE id = $1`, [slip.id]);
    expect((await service.slips(user)).items[0]?.ticket.state).toBe('expired');
    expect(await problemOf(service.bus.call(redeemTicket, ticket))).toEqual({
      status: 409,
      code: 'ticket-not-redeemable',
    });
  });
});
