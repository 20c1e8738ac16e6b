import { Ces, CesError, fastifyReceiver, type RegistrationStep, type WebhookEvent } from '@ces/sdk';
import { eventually } from '@ces/testing/eventually';
import { fastify, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Platform } from '../platform/platform.js';
import { LosingProxy } from './losing-proxy.js';

const schema = { properties: { amount: { type: 'integer', minimum: 1 } }, required: ['amount'] };

describe('the sdk on the real services', () => {
  let platform: Platform;
  let ces: Ces;

  beforeAll(async () => {
    platform = await Platform.shared();
    const { id, secret } = platform.credentials;
    ces = new Ces({ baseUrl: platform.url, clientId: id, clientSecret: secret });
  });

  afterAll(() => platform.stop());

  const newUser = async (by = ces): Promise<string> => (await by.users.ensure('acme', randomUUID())).user_id;
  const nameOf = (what: string): string => `${what}-${randomUUID()}`;

  it('defines an event, sends it, and reads what came of it', async () => {
    const name = nameOf('bought');
    expect(await ces.events.define(name, schema)).toMatchObject({ event_name: name, status: 'created' });
    const user = await newUser();
    const time = new Date('2026-01-02T03:04:05.678Z');
    const sent = await ces.events.send(user, name, { amount: 7 }, { time });
    expect(await ces.events.ofUser(user).all()).toMatchObject([{ id: sent.id, time: '2026-01-02T03:04:05.678Z' }]);
    const refused = await ces.events.send(user, name, { amount: 0 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CesError);
    expect(refused).toMatchObject({ code: 'event-data-invalid', errors: [{ pointer: '#/amount' }] });
    expect((refused as CesError).requestId).toMatch(/\w/);
  });

  it('registers somebody step by step, and activates them by the mail', async () => {
    const username = `${randomUUID()}@example.com`;
    let step: RegistrationStep = await ces.registrations.start({ username, password: 'correct horse battery' });
    const seen: string[] = [];
    while (step.name !== 'complete') {
      seen.push(step.name);
      switch (step.name) {
        case 'user-person':
          expect((await step.fields()).general).toHaveProperty('firstName');
          step = await step.submit({ firstName: 'Bert', lastName: 'Visser' });
          break;
        case 'user-optins':
          step = await step.answer(Object.fromEntries((await step.asked()).map(({ id }) => [id, true])));
          break;
        case 'customer-card':
          expect(await ces.registrations.resume(step.nonce)).toMatchObject({ name: 'customer-card' });
          step = await step.skip();
          break;
      }
    }
    expect(seen.filter((name) => name !== 'user-optins')).toEqual(['user-person', 'customer-card']);
    await step.complete();
    const nonce = await eventually(async () => {
      const [mail] = await platform.mailsTo(username);
      const found = /nonce=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (found === undefined) throw new Error('no mail yet');
      return found;
    });
    expect(await ces.registrations.activate({ nonce })).toEqual({ activated: true, user_id: step.userId });
    expect(await ces.registrations.available({ username })).toEqual({ available: false });
  });

  it('streams a file of which nobody knows the length, and follows it until it is processed', async () => {
    const owner = randomUUID();
    await ces.users.ensure('acme', owner);
    const lines = Array.from({ length: 2_000 }, (_, i) => `${owner}-${i}\n`);
    const file = new Blob([...lines, owner]).stream();
    const states: string[] = [];
    const upload = ces.segments.upload({ title: 'Streamed', identifier: 'acme', file });
    const segment = await upload.processed({ onProgress: ({ state }) => states.push(state), pollMs: 50 });
    expect(segment).toMatchObject({ externalUserCount: 2_001, internalUserCount: 1, state: 'processed' });
    expect(states.at(-1)).toBe('processed');
    const other = { title: 'Replaced', identifier: 'acme', file: new Blob(['a\nb\n']) };
    const replaced = ces.segments.replace(segment.id, other);
    expect(await replaced).toMatchObject({ id: segment.id, state: 'pending' });
    expect(await replaced.processed()).toMatchObject({ name: 'Replaced', externalUserCount: 2 });
    expect(await ces.segments.delete(segment.id)).toEqual({ deleted: true });
  });

  it('walks through the pages of a list', async () => {
    const user = await newUser();
    const name = nameOf('visited');
    await ces.events.define(name, schema);
    const events = Array.from({ length: 120 }, (_, amount) => ({
      user_id: user,
      event_name: name,
      data: { amount: amount + 1 },
    }));
    const results = await ces.events.sendMany(events).all();
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([202]));
    const newestFirst = await ces.events.ofUser(user, { limit: 50 }).all();
    expect(newestFirst.map(({ data }) => data['amount'])).toEqual(events.map(({ data }) => data.amount).reverse());
  });

  it('judges a campaign, and reads a member’s own things with their token', async () => {
    const name = nameOf('paid');
    await ces.events.define(name, schema);
    const stack = await ces.stacks.create({ name: 'Points' });
    const { id } = await ces.campaigns.create({
      name,
      trigger: { event_name: name },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount' }],
    });
    const user = await newUser();
    const event = { user_id: user, event_name: name, data: { amount: 3 } };
    expect(await ces.campaigns.simulate(id, event)).toMatchObject({ matched: false, reason: 'state' });
    expect((await ces.campaigns.start(id)).state).toBe('running');
    await ces.events.send(user, name, event.data);
    const api = await platform.asUser(user, 'rewards');
    const me = ces.asUser(api.bearer);
    await eventually(async () => {
      expect(await me.balances().all()).toMatchObject([{ stack_id: stack.id, value: 3 }]);
    });
    expect(await ces.users.wallet(user)).toMatchObject({ balances: [{ stack_id: stack.id, value: 3 }], away: [] });
    expect(await ces.users.timeline(user, { type: 'event' }).all()).toMatchObject([{ type: 'event' }]);
    const stats = await ces.campaigns.stats(id, { bucket: 'hour' }).all();
    expect(stats.reduce((sum, { matched }) => sum + matched, 0)).toBe(1);
    expect((await ces.campaigns.end(id)).state).toBe('ended');
  });

  it('judges the past by a campaign that nobody has saved, and follows the progress', async () => {
    const name = nameOf('past');
    await ces.events.define(name, schema);
    const user = await newUser();
    for (const amount of [1, 2, 3]) await ces.events.send(user, name, { amount });
    const stack = await ces.stacks.putByName(name, { name }, { dry_run: true });
    expect(stack).toMatchObject({ status: 'created', differences: expect.anything() as unknown });
    await ces.stacks.putByName(name, { name });
    const { id: stack_id } = await ces.stacks.getByName(name);
    const effects = [{ type: 'transaction' as const, stack_id, value: 5 }];
    const campaign = { name, trigger: { event_name: name }, condition: 'event.amount > 1', effects };
    const seen: number[] = [];
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const judged = await ces.campaigns.backtest(
      { campaign, since },
      { onProgress: ({ progress }) => seen.push(progress), pollMs: 50 },
    );
    expect(judged).toMatchObject({ judged: 3, matched: 2, refused: { condition: 1 }, points: 10 });
    expect(seen.at(-1)).toBe(1);
  });

  it('imports members, after a dry run that changes nothing', async () => {
    const owner = randomUUID();
    const line = JSON.stringify({ connections: [{ provider_name: 'acme', owner_id: owner }] });
    const file = `${line}\n{"username": "no address"}\n`;
    const dry = await ces.imports.begin({ file, dryRun: true });
    expect(await ces.imports.finished(dry.id, { pollMs: 50 })).toMatchObject({ dry_run: true, created: 1, refused: 1 });
    await expect(ces.users.find('acme', owner)).rejects.toMatchObject({ status: 404 });
    expect((await ces.imports.faults(dry.id).all())[0]).toMatchObject({ line: 2 });
  });

  it('receives what a webhook delivers, under Fastify, with both signatures', async () => {
    const got: WebhookEvent[] = [];
    const secrets: string[] = [];
    const app: FastifyInstance = fastify();
    const onDelivery = ({ events }: { events: WebhookEvent[] }): number => got.push(...events);
    await app.register(fastifyReceiver('/hooks', { secrets: () => Promise.resolve(secrets), onDelivery }));
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks`;
    const { id } = await ces.webhooks.create({ url, events: ['user-deleted'] });
    try {
      expect(await ces.webhooks.test(id, { event: 'user-deleted' })).toMatchObject({
        outcome: 'failed',
        answer: { status: 401 },
      });
      for (const secret of [(await ces.webhooks.secret(id)).secret, platform.credentials.secret]) {
        secrets.splice(0, 1, secret);
        expect(await ces.webhooks.test(id, { event: 'user-deleted' })).toMatchObject({ outcome: 'delivered' });
      }
      expect(got.map(({ name }) => name)).toEqual(['user-deleted', 'user-deleted']);
    } finally {
      await ces.webhooks.delete(id);
      await app.close();
    }
  });

  describe('when the gateway dies between request and answer', () => {
    let proxy: LosingProxy;
    let shaky: Ces;

    beforeEach(async () => {
      proxy = await LosingProxy.before(platform.url);
      const { id, secret } = platform.credentials;
      shaky = new Ces({ baseUrl: proxy.url, clientId: id, clientSecret: secret });
    });

    afterEach(() => {
      proxy.stop();
    });

    const losing = async <T>(times: number, call: () => Promise<T>): Promise<T> => {
      proxy.losing = times;
      const before = proxy.lost;
      const result = await call();
      expect(proxy.lost - before).toBe(times);
      return result;
    };

    it('makes one user, one event, one batch, one coupon, one webhook, one campaign and one segment', async () => {
      const owner = randomUUID();
      const { user_id: user } = await losing(2, () => shaky.users.ensure('acme', owner));
      const name = nameOf('lost');
      const $id = `${platform.url}/api/1/terminal/events/${name}`;
      expect((await losing(1, () => shaky.events.define(name, { ...schema, $id }))).version).toBe(1);
      const sent = await losing(2, () => shaky.events.send(user, name, { amount: 1 }));
      const events = [2, 3].map((amount) => ({ user_id: user, event_name: name, data: { amount } }));
      await losing(1, () => shaky.events.sendMany(events).all());
      const log = await ces.events.ofUser(user).all();
      expect(log.map(({ data }) => data['amount'])).toEqual([3, 2, 1]);
      expect(log.at(-1)?.id).toBe(sent.id);

      const title = nameOf('coupon');
      const coupon = { title, generate: { count: 3 } };
      await losing(1, () => shaky.coupons.create(coupon));
      expect(await ces.coupons.list({ q: title }).all()).toHaveLength(1);
      const hook = await losing(1, () =>
        shaky.webhooks.create({ url: 'http://127.0.0.1:9/x', events: ['user-deleted'] }),
      );
      expect((await ces.webhooks.list().all()).map(({ id }) => id)).toEqual([hook.id]);
      const stack = await losing(1, () => shaky.stacks.create({ name }));
      const effects = [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }];
      await losing(1, () => shaky.campaigns.create({ name, trigger: { event_name: name }, effects }));
      expect(await ces.campaigns.list({ q: name }).all()).toHaveLength(1);
      const file = new Blob(['a\n']);
      const upload = await losing(1, async () => shaky.segments.upload({ title, identifier: 'acme', file }));
      const segments = (await ces.segments.list().all()).filter((each) => each.name === title);
      expect(segments.map(({ id }) => id)).toEqual([upload.id]);
      await ces.webhooks.delete(hook.id);
    });

    it('never sends a stream again, which cannot be read twice', async () => {
      proxy.losing = 1;
      const upload = shaky.segments.upload({ title: 'Stream', identifier: 'acme', file: new Blob(['a\n']).stream() });
      await expect(upload).rejects.toMatchObject({ code: 'network' });
    });
  });
});
