import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import { couponSlipClaimed, transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';
import { connect, importAndProcess } from '@ces/testing/segment-forms';

describe('campaigns', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns');
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  /** What is told to webhooks. */
  async function told(subject: string, userId: string): Promise<object[]> {
    const rows = await platform.campaigns
      .get(DataSource)
      .query<{ payload: string }[]>('SELECT payload FROM outbox WHERE subject = $1 ORDER BY id', [subject]);
    return rows
      .map(({ payload }) => JSON.parse(payload) as { user_id: string })
      .filter((fact) => fact.user_id === userId);
  }

  it('hands out a coupon slip for an event, and tells of it as the specification shows', async () => {
    const [user, event] = [await world.newUser(), await world.newEvent()];
    const image = { type: 'image', data: { src: 'https://cdn.example.com/coffee.png', alt: 'Coffee' } };
    const coupon = await world.newCoupon({ description: 'At any shop', image, codes: ['COFFEE-1'] });
    await world.run({
      trigger: { event_name: event },
      condition: 'event.amount >= 1000',
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
    });
    await world.judged(user, event, { amount: 1_000 });
    const slips = await world.slips(user);
    expect(slips).toEqual([
      {
        id: expect.any(String) as string,
        couponId: coupon.id,
        userId: user,
        title: 'A free coffee',
        description: 'At any shop',
        image,
        isRead: false,
        isDeleted: false,
        ticket: { state: 'issued', display: { systemName: 'qr-code', title: 'QR code' }, code: 'COFFEE-1' },
      },
    ]);
    expect(await told(couponSlipClaimed.subject, user)).toEqual([{ user_id: user, slip: slips[0] }]);
  });

  it('books what CEL results in, tells of it as the specification shows, and says what came of the event', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const campaign = await world.run({
      trigger: { event_name: event },
      condition: 'event.amount > 0',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount / 100' }],
    });
    expect(await world.judged(user, event, { amount: 2_599 })).toEqual([
      { campaign_id: campaign.id, name: 'Spec', version: 1, matched: true, reason: null, detail: null },
    ]);
    expect(await world.judged(user, event, { amount: 0 })).toEqual([
      expect.objectContaining({ matched: false, reason: 'condition', detail: 'the condition is false' }),
    ]);
    const [block] = stack.blocks;
    expect(await world.balances(user)).toEqual([
      { stack_id: stack.id, stack_name: 'Points', block_id: block?.id, block_name: 'default', value: 25 },
    ]);
    expect(await told(transactionCreated.subject, user)).toEqual([
      { id: expect.any(String) as string, stack_id: stack.id, block_id: block?.id, user_id: user, value: 25 },
    ]);
  });

  it('knows a segment however its id is spelled', async () => {
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const owner = randomUUID();
    const user = await connect(platform, owner);
    const segment = await importAndProcess(platform, `${owner}\n`);
    const id = segment.id.toUpperCase();
    const effects = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
    const campaign = { trigger: { event_name: event }, effects };
    await world.run({ ...campaign, name: 'Out', audience: { exclude_segments: [id] } });
    await world.run({ ...campaign, name: 'In', audience: { include_segments: [id] } });
    const outcomes = await world.judged(user, event);
    expect(outcomes.filter(({ matched }) => matched).map(({ name }) => name)).toEqual(['In']);
    const trigger = { lifecycle: 'segment-entered', segment_id: id };
    expect((await world.draft({ trigger, effects })).body).toMatchObject({
      trigger: { lifecycle: 'segment-entered', segment_id: segment.id },
    });
  });

  it('judges by nothing but what ran when the event was accepted', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const booking = (value: number) => ({
      name: 'Spec',
      trigger: { event_name: event },
      effects: [{ type: 'transaction', stack_id: stack.id, value }],
    });
    const drafted = (await world.draft(booking(1))).body as Campaign;
    expect(drafted).toMatchObject({ state: 'draft', version: 1, condition: null, caps: [], budget: null });
    expect(await world.judged(user, event)).toEqual([]);
    expect((await world.act(drafted.id, 'start')).body).toMatchObject({ state: 'running' });
    expect(await world.judged(user, event)).toMatchObject([{ matched: true, version: 1 }]);
    const path = `/api/1/admin/campaigns/${drafted.id}`;
    expect((await platform.api.put(path, booking(10))).body).toMatchObject({ state: 'running', version: 2 });
    expect(await world.judged(user, event)).toMatchObject([{ matched: true, version: 2 }]);
    // Accepted while the service is away: it waits, and nothing is skipped.
    let waiting = '';
    await platform.without('campaigns', async () => {
      waiting = (await world.send(user, event)).id;
    });
    expect(await world.outcomes(user, waiting)).toMatchObject([{ matched: true, version: 2 }]);
    expect((await world.act(drafted.id, 'pause')).body).toMatchObject({ state: 'paused' });
    expect(await world.judged(user, event)).toEqual([]);
    expect((await world.act(drafted.id, 'end')).body).toMatchObject({ state: 'ended' });
    expect(problem(await world.act(drafted.id, 'start'))).toEqual({ status: 409, code: 'campaign-state-conflict' });
    expect(problem(await platform.api.put(path, booking(5)))).toEqual({ status: 409, code: 'campaign-state-conflict' });
    expect(await world.balances(user)).toMatchObject([{ value: 21 }]);
  });

  it('refuses a change of a definition that would break a running campaign, and names it', async () => {
    const event = await world.newEvent({
      amount: { type: 'integer' },
      items: { type: 'array', items: item('string') },
    });
    const coupon = await world.newCoupon();
    const { id } = await world.run({
      name: 'Depends on it',
      trigger: { event_name: event },
      condition: 'event.amount > 5 && event.items.exists(i, i.sku == "x")',
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
    });
    for (const properties of [
      { amount: { type: 'integer' } },
      { amount: { type: 'string' }, items: { type: 'array', items: item('string') } },
      { amount: { type: 'integer' }, items: { type: 'array', items: item('integer') } },
    ]) {
      const answer = await world.define(event, properties, { additionalProperties: false });
      expect(problem(answer)).toEqual({ status: 409, code: 'event-definition-in-use' });
      expect(answer.body).toMatchObject({ usages: [{ campaign_id: id, name: 'Depends on it' }] });
    }
    const wider = { amount: { type: 'integer' }, items: { type: 'array', items: item('string') }, shop: {} };
    expect((await world.define(event, wider)).status).toBe(200);
    await world.act(id, 'end');
  });

  it.each([
    'event.list.all(x, x.p == 1)',
    'event.list.exists(x, x.p == 1)',
    'event.list.exists_one(x, x.p == 1)',
    'event.list.filter(x, true)[0].p == 1',
    'event.list.map(x, x)[0].p == 1',
    '(now > timestamp("2026-01-01T00:00:00Z") ? event.one : event.list[0]).p == 1',
    '[event.one, event.list[0]][1].p == 1',
  ])('keeps the definition that %s reads', async (condition) => {
    const properties = (leaf: object) => {
      const one = { type: 'object', properties: leaf, additionalProperties: false };
      return { one, list: { type: 'array', items: one } };
    };
    const p = { type: 'integer' };
    const [event, coupon] = [await world.newEvent(properties({ p })), await world.newCoupon()];
    const effects = [{ type: 'claim_coupon', coupon_id: coupon.id }];
    const { id } = await world.run({ trigger: { event_name: event }, condition, effects });
    const answer = await world.define(event, properties({ q: p }));
    expect(problem(answer)).toEqual({ status: 409, code: 'event-definition-in-use' });
    expect((await world.define(event, properties({ p, q: p }))).status).toBe(200);
    await world.act(id, 'end');
  });

  it('keeps the definition for as long as the version that reads it may run', async () => {
    const [before, after, stack] = [await world.newEvent(), await world.newEvent(), await world.newStack()];
    const campaign = (event_name: string) => ({
      ...{ name: 'Moves on', trigger: { event_name }, condition: 'event.amount > 0' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const { id } = await world.run(campaign(before));
    const path = `/api/1/admin/campaigns/${id}`;
    const inUse = { status: 409, code: 'event-definition-in-use' };
    // The change has told events of the other one, and comes to nothing for as long as somebody holds the campaign.
    const put = await platform.campaigns.get(DataSource).transaction(async (tx) => {
      await tx.query('SELECT FROM campaign WHERE id = $1 FOR UPDATE', [id]);
      const answer = platform.api.put(path, campaign(after));
      await eventually(async () => {
        const uses = platform.services.events.get(DataSource);
        expect(await uses.query('SELECT FROM definition_use WHERE event_name = $1', [after])).toHaveLength(1);
      });
      expect(problem(await world.define(before, { sum: {} }))).toEqual(inUse);
      return { answer };
    });
    expect((await put.answer).body).toMatchObject({ version: 2, trigger: { event_name: after } });
    expect(problem(await world.define(after, { sum: {} }))).toEqual(inUse);
    await eventually(async () => {
      expect((await world.define(before, { sum: {} })).status).toBe(200);
    });
    await world.act(id, 'end');
  });

  function item(type: string): object {
    return { type: 'object', properties: { sku: { type } } };
  }
});
