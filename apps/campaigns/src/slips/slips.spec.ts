import { changeSlip, redeemTicket, revokeTicket, slipsOf, type SlipsOf } from '@ces/contracts/campaigns/slips';
import { inCall } from '@ces/messaging/calls/call-context';
import { Transactions } from '@ces/messaging/storage/transactions';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { problemOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

describe('coupon slips', () => {
  let service: CampaignsUnderTest;
  let events = 0;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

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

  it('say in the refusal of a redemption which state the ticket has', async () => {
    const { slip, ticket } = await withSlip();
    const redeem = () => service.bus.call(redeemTicket, ticket);
    await service.bus.call(revokeTicket, { id: slip.id });
    await expect(redeem()).rejects.toMatchObject({
      detail: 'The ticket is revoked.',
      extras: { members: { state: 'revoked' } },
    });
    await service.query(`UPDATE coupon_slip SET state = 'issued', expires_at = now() WHERE id = $1`, [slip.id]);
    await expect(redeem()).rejects.toMatchObject({ extras: { members: { state: 'expired' } } });
  });

  it('hold a ticket until the earlier of the end of their coupon and of their own time', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { slip } = await withSlip({ valid_seconds: 3_600, expires_at: soon });
    expect(slip.expires_at).toBe(soon);
    expect((await withSlip({ expires_at: soon })).slip.expires_at).toBe(soon);
    const late = new Date(Date.now() + 86_400_000).toISOString();
    const own = (await withSlip({ valid_seconds: 60, expires_at: late })).slip;
    expect(Date.parse(own.expires_at ?? '') - Date.parse(own.created)).toBe(60_000);
  });

  it('hold a ticket of their own coupon, although another coupon has the same code', async () => {
    const [one, other] = [
      await withSlip({ generate: undefined, codes: ['SAME'] }),
      await withSlip({ generate: undefined, codes: ['SAME'] }),
    ];
    const redeemed = await service.bus.call(redeemTicket, other.ticket);
    expect(redeemed.id).toBe(other.slip.id);
    expect((await service.slips(one.user)).items).toEqual([one.slip]);
    const strange = { coupon_id: randomUUID(), code: 'SAME' };
    expect(await problemOf(service.bus.call(redeemTicket, strange))).toEqual({ status: 404, code: 'ticket-not-found' });
  });

  it('are marked one mark at a time, and each mark can be taken back', async () => {
    const { user, slip } = await withSlip();
    const change = (marks: object) => service.bus.call(changeSlip, { user_id: user, id: slip.id, ...marks });
    expect(await change({ isRead: true, isDeleted: true })).toEqual({ ...slip, isRead: true, isDeleted: true });
    expect(await change({ isDeleted: false })).toEqual({ ...slip, isRead: true });
    expect(await change({})).toEqual({ ...slip, isRead: true });
    expect(await change({ isRead: false })).toEqual(slip);
  });

  it('of a closed account are not marked', async () => {
    const { user, slip } = await withSlip();
    await service.app
      .get(Transactions)
      .run(() => service.app.get(ClosedUsers).noteClosing(user, { state: 'closed', at: new Date().toISOString() }));
    const change = service.bus.call(changeSlip, { user_id: user, id: slip.id, isRead: true });
    expect(await problemOf(change)).toEqual({ status: 404, code: 'user-not-found' });
  });

  it('can be revoked again, and after they have expired', async () => {
    const { slip } = await withSlip();
    await service.query(`UPDATE coupon_slip SET state = 'expired', expires_at = now() WHERE id = $1`, [slip.id]);
    for (let n = 0; n < 2; n += 1) {
      expect(await service.bus.call(revokeTicket, { id: slip.id })).toMatchObject({ ticket: { state: 'revoked' } });
    }
    expect(await problemOf(service.bus.call(revokeTicket, { id: randomUUID() }))).toEqual({
      ...{ status: 404, code: 'slip-not-found' },
    });
  });

  it('expire only while they are issued, and not before their moment', async () => {
    const slips = [await withSlip(), await withSlip(), await withSlip()];
    const [redeemed, revoked, later] = slips.map(({ slip }) => slip.id);
    await service.query(`UPDATE coupon_slip SET state = 'redeemed', expires_at = now() WHERE id = $1`, [redeemed]);
    await service.query(`UPDATE coupon_slip SET state = 'revoked', expires_at = now() WHERE id = $1`, [revoked]);
    await service.query(`UPDATE coupon_slip SET expires_at = now() + interval '1 minute' WHERE id = $1`, [later]);
    await service.chore('expire-tickets');
    const states = await Promise.all(slips.map(async ({ user }) => (await service.slips(user)).items[0]?.ticket.state));
    expect(states).toEqual(['redeemed', 'revoked', 'issued']);
  });

  it('are listed the newest first, page by page', async () => {
    const { user, slip } = await withSlip();
    const more = Array.from({ length: 4 }, () => randomUUID()).sort();
    await service.query(
      `INSERT INTO coupon_slip SELECT x.id, coupon_id, user_id, code || x.place, state, is_read, is_deleted, campaign_id, x.id, effect,
              claimed_at, expires_at, redeemed_at
         FROM coupon_slip, unnest($2::uuid[]) WITH ORDINALITY AS x(id, place) WHERE coupon_slip.id = $1`,
      [slip.id, more],
    );
    const first = await service.bus.call(slipsOf, { user_id: user, limit: 3 });
    const second = await service.bus.call(slipsOf, { user_id: user, limit: 3, cursor: first.next ?? '' });
    expect([first.items.length, second.items.length, second.next]).toEqual([3, 2, null]);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual([slip.id, ...more].sort().reverse());
  });

  it('name their user beside a recorded answer, so that an erasure finds it', async () => {
    const [redeemed, revoked] = [await withSlip(), await withSlip()];
    const withKey = <T>(key: string, work: () => Promise<T>): Promise<T> =>
      inCall({ requestId: 'spec', idempotency: { scope: 'cl POST', key, hash: 'h' } }, work);
    await withKey('redeem', () => service.bus.call(redeemTicket, redeemed.ticket));
    await withKey('revoke', () => service.bus.call(revokeTicket, { id: revoked.slip.id }));
    expect(await service.query('SELECT key, user_id FROM idempotency_key ORDER BY key')).toEqual([
      { key: 'redeem', user_id: redeemed.user },
      { key: 'revoke', user_id: revoked.user },
    ]);
  });
});
