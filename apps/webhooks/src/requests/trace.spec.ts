import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { eventually } from '@ces/testing/eventually';
import { transaction, WebhookWorld } from '../../test/webhook-world.js';

const one = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const sameTrace = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
const other = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
const wellFormed = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;

describe('the traceparent of deliveries', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  /** Delivers events of these traces in one batch; returns the received header and the links in the log of attempts. */
  const deliver = async (path: string, ...traceparents: (string | undefined)[]) => {
    const { id } = await world.register(path);
    const ids = traceparents.map((_, index) => `${path}-${index}`);
    await world.tell(
      transactionCreated,
      ids.map((each) => transaction(each)),
      undefined,
      traceparents,
    );
    await world.arrived(path, ids);
    const [post] = world.receiver.at(path);
    expect(post?.events).toHaveLength(ids.length);
    const attempt = await eventually(async () => {
      const [first] = await world.attempts(id);
      if (!first) throw new Error('no attempt yet');
      return first;
    });
    const { headers, links } = attempt.request;
    expect(headers['traceparent']).toBe(post?.headers['traceparent']);
    return { id, traceparent: String(post?.headers['traceparent']), links };
  };

  it("is the event's if all events of the batch share a trace", async () => {
    expect(await deliver('/one', one)).toMatchObject({ traceparent: one, links: [] });
    expect(await deliver('/same', one, sameTrace)).toMatchObject({ traceparent: one, links: [] });
  });

  it("is the delivery's own, linked to each trace, if the events have several traces", async () => {
    const { traceparent, links } = await deliver('/several', one, other, one);
    expect(traceparent).toMatch(wellFormed);
    expect([one, other]).not.toContain(traceparent);
    expect(links).toEqual([one, other]);
  });

  it("is the delivery's own if an event of the batch has no trace", async () => {
    const mixed = await deliver('/mixed', one, undefined);
    expect(mixed.traceparent).toMatch(wellFormed);
    expect(mixed.traceparent).not.toBe(one);
    expect(mixed.links).toEqual([one]);
    const without = await deliver('/without', undefined);
    expect(without.traceparent).toMatch(wellFormed);
    expect(without.links).toEqual([]);
  });

  it('keeps its trace when a batch is tried again', async () => {
    world.receiver.answer(500);
    const { id, traceparent } = await deliver('/again', one, other);
    world.receiver.answer(204);
    await world.enable(id);
    await world.arrived('/again', ['/again-0', '/again-1', '/again-0', '/again-1']);
    const second = String(world.receiver.at('/again')[1]?.headers['traceparent']);
    expect(second).toMatch(wellFormed);
    expect(second).not.toBe(traceparent);
    expect(second.slice(0, 36)).toBe(traceparent.slice(0, 36));
  });

  it('is sent with a ping', async () => {
    const { id } = await world.register('/ping');
    const { request } = await world.ping(id);
    const sent = world.receiver.at('/ping')[0]?.headers['traceparent'];
    expect(sent).toMatch(wellFormed);
    expect(request.headers['traceparent']).toBe(sent);
  });
});
