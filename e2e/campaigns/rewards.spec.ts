import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { Survey } from '@ces/contracts/campaigns/surveys';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { begun, register } from '@ces/testing/gateway/registrations';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';
import { formOf, importAndProcess, path as segmentsPath, sendForm } from '@ces/testing/gateway/segment-forms';

describe('rewards of users, over HTTP', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  async function withSlip(more: object = {}) {
    const [user, event] = [await world.newUser(), await world.newEvent()];
    const coupon = await world.newCoupon({ generate: { count: 3 }, ...more });
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] });
    await world.judged(user, event);
    const [slip] = await world.slips(user);
    if (!slip) throw new Error('no slip');
    return { user, coupon, slip, asUser: await platform.asUser(user, 'rewards') };
  }

  it('let a user alone change a slip, and clients redeem and revoke its ticket', async () => {
    const { coupon, slip, asUser } = await withSlip();
    const path = `/api/1/coupon/slips/${slip.id}`;
    const read = await asUser.send('PATCH', path, { body: { isRead: true } });
    expect(read).toMatchObject({ status: 200, body: { ...slip, isRead: true } });
    const other = await platform.asUser(await world.newUser(), 'rewards');
    expect(problem(await other.send('PATCH', path, { body: { isRead: false } }))).toEqual({
      status: 404,
      code: 'slip-not-found',
    });
    expect((await asUser.send('PATCH', path, { body: { isDeleted: true } })).body).toMatchObject({ isRead: true });
    expect((await asUser.get('/api/1/coupon/slips')).body).toEqual([]);
    expect((await asUser.get('/api/1/coupon/slips?include_deleted=true')).body).toMatchObject([{ id: slip.id }]);
    expect((await platform.api.get('/api/1/coupon/slips')).status).toBe(403);
    const ticket = { coupon_id: coupon.id, code: slip.ticket.code };
    const redeem = (more: object = {}) => platform.api.post('/api/1/coupon/tickets:redeem', { ...ticket, ...more });
    expect(await redeem()).toMatchObject({ status: 200, body: { ticket: { state: 'redeemed' } } });
    expect(await redeem()).toMatchObject({ status: 409, body: { code: 'ticket-not-redeemable', state: 'redeemed' } });
    expect(problem(await redeem({ code: 'NONE' }))).toEqual({ status: 404, code: 'ticket-not-found' });
    const next = await withSlip();
    const revoked = await platform.api.post(`/api/1/admin/coupon-slips/${next.slip.id}:revoke`);
    expect(revoked).toMatchObject({ status: 200, body: { ticket: { state: 'revoked' } } });
  });

  it('take listed and generated codes of a coupon', async () => {
    const { id } = await world.newCoupon({ codes: ['A-1', 'A-2'] });
    const add = (body: object) => platform.api.post(`/api/1/admin/coupons/${id}/codes`, body);
    expect((await add({ codes: ['A-3'] })).body).toMatchObject({ available: 3 });
    expect((await add({ generate: { count: 500, pattern: 'X-********' } })).body).toMatchObject({ available: 503 });
    expect(problem(await add({ codes: ['A-2'] }))).toEqual({ status: 409, code: 'coupon-code-taken' });
    expect(problem(await add({ codes: ['two words'] }))).toEqual({ status: 400, code: 'validation-failed' });
  });

  it('take codes from a CSV file, say how far it is, and find a code with its slip', async () => {
    const { coupon, slip } = await withSlip();
    const path = `/api/1/admin/coupons/${coupon.id}`;
    const send = (file: string) => sendForm(platform, `${path}/codes`, formOf({ file }));
    const begun = await send(`CSV-1\n${slip.ticket.code}\n"CSV-2"\n`);
    expect(begun.status).toBe(202);
    const progress = `${path}/code-imports/${(begun.body as { id: string }).id}`;
    await eventually(async () => {
      expect((await platform.api.get(progress)).body).toMatchObject({
        state: 'finished',
        progress: 1,
        added: 2,
        refused: 1,
      });
    }, 20_000);
    expect(await platform.api.post(`${progress}:cancel`)).toMatchObject({ status: 200, body: { state: 'finished' } });
    expect((await platform.api.get(`${progress}/faults`)).body).toMatchObject([{ line: 2, code: 'taken' }]);
    expect((await platform.api.get(`${path}/codes?q=CSV-`)).body).toEqual([
      { code: 'CSV-1', state: 'available', slip: null },
      { code: 'CSV-2', state: 'available', slip: null },
    ]);
    const found = await platform.api.get(`${path}/codes?q=${slip.ticket.code}&state=issued`);
    expect(found.body).toMatchObject([{ code: slip.ticket.code, slip: { id: slip.id } }]);
    const faulty = await send('fine\ntwo words\n');
    expect(problem(faulty)).toEqual({ status: 422, code: 'csv-invalid' });
    expect(faulty.body).toMatchObject({ errors: [{ detail: expect.stringContaining('line 2') as string }] });
    const nowhere = await sendForm(platform, `/api/1/admin/coupons/${randomUUID()}/codes`, formOf({ file: 'A\n' }));
    expect(problem(nowhere)).toEqual({ status: 404, code: 'coupon-not-found' });
    expect(problem(await platform.api.get(`${path}/codes?colour=red`))).toMatchObject({ status: 400 });
  });

  it.each(['%00', 'A%00', 'x', '%F0%9F%98%80'])('know nothing by the id %s, and no code of that name', async (id) => {
    const campaign = { name: 'N', trigger: { event_name: 'e' }, effects: [{ type: 'ask_survey', survey_id: 's' }] };
    const [questions, choice] = [[{ text: 'Q', answers: [{ text: 'A' }] }], { question_id: 'q', answer_id: 'a' }];
    const admin = '/api/1/admin';
    const [user, event] = [await world.newUser(), await world.newEvent()];
    const asUser = await platform.asUser(user, 'rewards');
    const simulation = { user_id: user, event_name: event, data: {} };
    const answers = [
      await platform.api.get(`${admin}/campaigns/${id}`),
      ...(await Promise.all((['start', 'pause', 'end'] as const).map((action) => world.act(id, action)))),
      await world.act(id, 'simulate', simulation),
      await platform.api.get(`${admin}/coupons/${id}`),
      await platform.api.post(`${admin}/coupons/${id}/codes`, { codes: ['A'] }),
      await platform.api.post(`${admin}/coupon-slips/${id}:revoke`),
      await platform.api.get(`${admin}/stacks/${id}`),
      await platform.api.put(`${admin}/stacks/${id}`, { name: 'S' }),
      await platform.api.get(`${admin}/surveys/${id}`),
      await platform.api.get(`${admin}/surveys/${id}/results`),
      await platform.api.put(`${admin}/surveys/${id}`, { title: 'S', questions }),
      await asUser.get(`/api/1/survey/${id}`),
      await asUser.post(`/api/1/survey/${id}/answers`, choice),
      await asUser.send('PATCH', `/api/1/coupon/slips/${id}`, { body: { isRead: true } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await platform.api.put(`${admin}/campaigns/${id}`, campaign)).status).toBe(422);
    const coupon = await world.newCoupon();
    for (const ticket of [
      { coupon_id: decodeURIComponent(id), code: 'A' },
      { coupon_id: coupon.id, code: decodeURIComponent(id) },
    ]) {
      expect([400, 404]).toContain((await platform.api.post('/api/1/coupon/tickets:redeem', ticket)).status);
    }
  });

  it('come from campaigns that an activation, a card and a segment set off', async () => {
    const stack = await world.newStack();
    const booking = (value: number) => [{ type: 'transaction', stack_id: stack.id, value }];
    const activated = await world.run({ trigger: { lifecycle: 'user-activated' }, effects: booking(1) });
    const added = await world.run({ trigger: { lifecycle: 'card-added' }, effects: booking(10) });
    const { user_id } = await register(platform);
    await eventually(async () => {
      expect(await world.balances(user_id)).toMatchObject([{ value: 1 }]);
    });
    const registrant = await begun(platform);
    const identifier = `61${randomUUID()}`;
    await platform.api.post('/api/1/admin/cards', { identifiers: [identifier] });
    await platform.api.post('/api/1/card/add', { auth_nonce: registrant.auth_nonce, identifier });
    await eventually(async () => {
      expect(await world.balances(registrant.user_id)).toMatchObject([{ value: 10 }]);
    });
    const owner = randomUUID();
    const segment = await importAndProcess(platform, `${owner}\n`);
    const entered = { lifecycle: 'segment-entered', segment_id: segment.id };
    const { id } = await world.run({ name: 'Welcome in', trigger: entered, effects: booking(100) });
    const made = await platform.api.post(`/api/1/oauth2/provider/acme/${owner}`);
    await eventually(async () => {
      expect(await world.balances((made.body as { user_id: string }).user_id)).toMatchObject([{ value: 100 }]);
    }, 20_000);
    const removal = await platform.api.send('DELETE', `${segmentsPath}/${segment.id}`);
    expect(problem(removal)).toEqual({ status: 409, code: 'segment-in-use' });
    expect(removal.body).toMatchObject({ usages: [{ campaign_id: id, name: 'Welcome in' }] });
    for (const each of [id, activated.id, added.id]) await world.act(each, 'end');
    await eventually(async () => {
      expect((await platform.api.send('DELETE', `${segmentsPath}/${segment.id}`)).status).toBe(200);
    });
  });

  it('depend on the current card tier, for many users at once', async () => {
    const tiers = [{ name: 'Silver' }, { name: 'Gold' }];
    const definition = (await platform.api.post('/api/1/admin/card-definitions', { name: randomUUID(), tiers }))
      .body as CardDefinition;
    const [silver, gold] = definition.tiers.map(({ card_tier_id }) => card_tier_id);
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const campaign = (tier: string | undefined, value: number) =>
      world.run({
        trigger: { event_name: event },
        audience: { card_tiers: [tier] },
        effects: [{ type: 'transaction', stack_id: stack.id, value }],
      });
    await campaign(silver, 1);
    await campaign(gold, 100);
    const users = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { user_id, auth_nonce } = await begun(platform);
        const identifiers = [`61${randomUUID()}`];
        const issued = await platform.api.post('/api/1/admin/cards', { definition: definition.id, identifiers });
        await platform.api.post('/api/1/card/add', { auth_nonce, identifier: identifiers[0] });
        return { user_id, card: (issued.body as IssuedCards).cards[0]?.id ?? '' };
      }),
    );
    await Promise.all(
      users.map(async ({ user_id, card }) => {
        await world.judged(user_id, event);
        await platform.api.send('PATCH', `/api/1/admin/cards/${card}`, { body: { tier: 'Gold' } });
        await world.judged(user_id, event);
      }),
    );
    for (const { user_id } of users) expect(await world.balances(user_id)).toMatchObject([{ value: 101 }]);
  }, 120_000);

  it('are exported, and erased with the user', async () => {
    const { user, slip, asUser } = await withSlip();
    const body = { title: 'S', questions: [{ id: 'q', text: 'Q', answers: [{ id: 'a', text: 'A' }] }] };
    const survey = (await platform.api.post('/api/1/admin/surveys', body)).body as Survey;
    const event = await world.newEvent();
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'ask_survey', survey_id: survey.id }] });
    await world.judged(user, event);
    await asUser.post(`/api/1/survey/${survey.id}/answers`, { question_id: 'q', answer_id: 'a' });
    const results = await platform.api.get(`/api/1/admin/surveys/${survey.id}/results`);
    expect(results.body).toMatchObject({ questions: [{ id: 'q', users: 1, answers: [{ id: 'a', users: 1 }] }] });
    const exported = (await platform.api.get(`/api/1/admin/users/${user}/export`)).body;
    expect(exported).toMatchObject({
      campaigns: {
        coupon_slips: [{ id: slip.id, code: slip.ticket.code }],
        survey_answers: [{ question_id: 'q', answer_id: 'a' }],
        // Outcomes are refusals only. The answer may have been judged by then, too.
        outcomes: expect.any(Array) as object[],
        grants: [{ version: 1 }, { version: 1 }],
      },
    });
    // The user has no mail address, so the erasure begins as soon as no gateway accepts events of the user.
    await platform.api.post(`/api/1/user/${user}/delete`);
    const begin = 'UPDATE erasure SET announce_after = now() WHERE user_id = $1';
    await platform.services.identity.get(DataSource).query(begin, [user]);
    await eventually(async () => {
      const left = (await dump(platform.campaigns)).split('\n').filter((line) => line.includes(user));
      expect(left.filter((line) => !/erasure-receipt|user-erased/.test(line))).toEqual([]);
      expect(left.join()).toContain('campaigns.erasure-receipt');
    }, 40_000);
  });
});
