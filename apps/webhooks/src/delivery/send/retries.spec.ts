import { eventually } from '@ces/testing/eventually';
import { Webhook as Verifier } from 'standardwebhooks';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

describe('the retries of a delivery', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  it('repeat the batch with the same id and bytes, while new events wait behind it', async () => {
    const { id } = await world.register('/again');
    world.receiver.answer(500);
    await world.transactions(['r1', 'r2']);
    await eventually(async () => {
      expect((await world.details(id)).queue).toMatchObject({
        failures: 1,
        waiting: 2,
        next_attempt_at: expect.any(String),
      });
    });
    await world.transactions(['r3']);
    world.later(6_500);
    await eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(2);
    });
    world.receiver.answer(200);
    world.later(60_000);
    await world.arrived('/again', ['r1', 'r2', 'r1', 'r2', 'r1', 'r2', 'r3']);
    const batches = world.receiver.at('/again').slice(0, 3);
    expect(new Set(batches.map(({ body }) => body)).size).toBe(1);
    expect(new Set(batches.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const verifier = new Verifier(await world.secretOf(id));
    for (const { body, headers } of batches)
      expect(verifier.verify(body, headers as Record<string, string>)).toBeDefined();
    // The receiver has the last batch a moment before its attempt is recorded.
    const attempts = await eventually(async () => {
      const all = await world.attempts(id);
      expect(all.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
        ['delivered', 1],
        ['delivered', 3],
        ['failed', 2],
        ['failed', 1],
      ]);
      return all;
    });
    expect(attempts[3]).toMatchObject({ answer: { status: 500 }, request: { events: 2 }, error: null });
  });

  it('wait at least as long as Retry-After says, in both its forms', async () => {
    const inSeconds = await world.register('/seconds');
    const asDate = await world.register('/date');
    const date = new Date(Date.now() + 3_600_000);
    world.receiver.behaviour = ({ path }, response) =>
      response
        .writeHead(path === '/date' ? 503 : 429, { 'Retry-After': path === '/date' ? date.toUTCString() : '3600' })
        .end();
    await world.transactions(['ra']);
    for (const { id } of [inSeconds, asDate]) {
      const due = await eventually(async () => {
        const { next_attempt_at } = (await world.details(id)).queue;
        if (next_attempt_at === null) throw new Error('not tried yet');
        return Date.parse(next_attempt_at);
      });
      expect(due).toBeGreaterThanOrEqual(Math.floor(date.getTime() / 1_000) * 1_000 - 1_000);
      expect(due).toBeLessThan(date.getTime() + 60_000);
      await world.remove(id);
    }
  });

  it('show their moment also when the receiver asks for a pause before halves, or after an event is set aside', async () => {
    const { id } = await world.register('/pauses');
    await world.disable(id);
    await world.transactions(['h1', 'h2']);
    world.receiver.answer(413, { 'Retry-After': '3600' });
    const began = Date.now();
    await world.enable(id);
    const waits = async (batches: number, waiting: number) => {
      await eventually(() => {
        expect(world.receiver.at('/pauses')).toHaveLength(batches);
      });
      await eventually(async () => {
        const { next_attempt_at, ...queue } = (await world.details(id)).queue;
        expect(queue).toMatchObject({ waiting, failures: 0 });
        expect(Date.parse(next_attempt_at ?? '')).toBeGreaterThanOrEqual(began + 3_600_000);
      });
    };
    await waits(1, 2);
    world.later(3_700_000);
    await waits(2, 1);
    world.later(7_400_000);
    await eventually(async () => {
      expect(await world.setAside(id)).toHaveLength(2);
    });
    expect((await world.details(id)).queue).toMatchObject({ waiting: 0, failures: 0, next_attempt_at: null });
  });

  it.each([400, 413, 422])(
    'find the event that is refused with %p, set it aside, and deliver the rest in order',
    async (status) => {
      const path = `/poison-${status}`;
      const { id } = await world.register(path);
      world.receiver.behaviour = ({ body, path: at }, response) =>
        response.writeHead(at === path && body.includes('"id":"p37"') ? status : 200).end();
      const ids = numbered('p', 100).map((name) => name.replace('-', ''));
      await world.transactions(ids);
      if (status !== 413) {
        await eventually(async () => {
          expect((await world.details(id)).queue.failures).toBe(1);
        });
        world.later(6_500);
      }
      await eventually(async () => {
        expect((await world.details(id)).queue).toMatchObject({ waiting: 0, set_aside: 1 });
      });
      const accepted = world.receiver.at(path).filter(({ body }) => !body.includes('"id":"p37"'));
      expect(accepted.flatMap(({ events }) => events.map(({ data }) => data['id']))).toEqual(
        ids.filter((each) => each !== 'p37'),
      );
      expect((await world.attempts(id)).filter(({ outcome }) => outcome === 'set-aside')).toHaveLength(1);
    },
  );

  it('end with 410: the webhook is disabled, other webhooks of the client hear of it, and enabling delivers the rest in order', async () => {
    const { id } = await world.register('/gone', { events: ['transaction-created', 'webhook-disabled'] });
    await world.register('/watch', { events: ['webhook-disabled'] });
    world.receiver.behaviour = ({ path }, response) => response.writeHead(path === '/gone' ? 410 : 200).end();
    await world.transactions(['g1']);
    await eventually(() => {
      expect(world.receiver.at('/watch').flatMap(({ events }) => events)).toEqual([
        {
          name: 'webhook-disabled',
          data: { webhook_id: id, url: `${world.receiver.url}/gone`, reason: 'gone', disabled: expect.any(String) },
        },
      ]);
    });
    await world.transactions(['g2', 'g3']);
    expect(await world.details(id)).toMatchObject({ state: 'disabled', disabled: { reason: 'gone' } });
    world.receiver.answer(200);
    await world.enable(id);
    await world.arrived('/gone', ['g1', 'g1', 'g2', 'g3']);
  });

  it('climb the whole ladder, at whose end the webhook is disabled', async () => {
    const { id } = await world.register('/ladder');
    world.receiver.behaviour = ({ path }, response) => response.writeHead(path === '/ladder' ? 500 : 200).end();
    await world.transactions(['l1']);
    const minutes = [0.11, 0.62, 6.1, 37, 145, 361, 721, 1_009, 1_441, 1_729];
    let later = 0;
    for (const [index, pause] of minutes.entries()) {
      await eventually(async () => {
        expect((await world.details(id)).queue.failures).toBe(index + 1);
      });
      later += pause * 60_000;
      world.later(later);
    }
    await eventually(async () => {
      expect(await world.details(id)).toMatchObject({ state: 'disabled', disabled: { reason: 'failing' } });
    });
    expect(world.receiver.at('/ladder')).toHaveLength(11);
    await world.remove(id);
  });
});
