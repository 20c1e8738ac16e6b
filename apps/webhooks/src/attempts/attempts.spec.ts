import type { Paged } from '@ces/contracts/paging';
import { attemptsOfWebhook } from '@ces/contracts/webhooks/webhooks';
import { type AttemptOutcome, type WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import { eventually } from '@ces/testing/eventually';
import { WebhookWorld } from '../../test/webhook-world.js';

describe('the log of attempts', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  const delivered = async (path: string, answer: string): Promise<string> => {
    const { id } = await world.register(path);
    world.receiver.behaviour = (_, response) => response.writeHead(200).end(answer);
    await world.transactions([path]);
    await eventually(async () => {
      expect(await world.attempts(id)).toHaveLength(1);
    });
    return id;
  };

  it.each([
    ['a', 1_024],
    ['é', 1_024],
    ['€', 1_023],
    ['😀', 1_024],
  ])('keeps the first 1024 bytes of an answer of %s, and cuts between characters', async (character, kept) => {
    const id = await delivered(`/long-${kept}-${character.codePointAt(0) ?? 0}`, character.repeat(2_000));
    const [attempt] = await world.attempts(id);
    expect(attempt?.answer?.body).toBe(character.repeat(kept / Buffer.byteLength(character)));
  });

  it('is listed newest first, in pages that end before a reply gets too large', async () => {
    const id = await delivered('/many', '');
    await world.sql(
      `INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, status,
                            answer, duration_ms)
       SELECT gen_random_uuid(), webhook_id, started_at, batch_id, 1, 'failed', url, 1, 1, 0, 1, 500, repeat(E'\\x01', 1024), 1
         FROM attempt, generate_series(1, 400) WHERE webhook_id = $1`,
      [id],
    );
    const found: WebhookAttempt[] = [];
    let pages = 0;
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const request = { client_id: world.client.id, id, limit: 500, ...(cursor === undefined ? {} : { cursor }) };
      const page = await world.call(attemptsOfWebhook, request);
      found.push(...page.items);
      pages += 1;
      cursor = page.next;
    }
    const ids = found.map((each) => each.id);
    expect(pages).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(401);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  it('shows the payload that was sent, and ends a page before payloads make its reply too large', async () => {
    const { id } = await world.register('/large');
    world.receiver.answer(204);
    const ids = Array.from({ length: 6 }, (_, index) => `${index}`.repeat(150_000));
    for (const each of ids) await world.transactions([each]);
    await world.arrived('/large', ids);
    const all = await eventually(async () => {
      const found: WebhookAttempt[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const request = { client_id: world.client.id, id, ...(cursor === '' ? {} : { cursor }) };
        const page: Paged<WebhookAttempt> = await world.call(attemptsOfWebhook, request);
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(600_000);
        found.push(...page.items);
        cursor = page.next;
      }
      expect(found.reduce((sum, { request }) => sum + request.events, 0)).toBe(6);
      return found;
    });
    const sent = world.receiver.at('/large').map(({ body }) => JSON.parse(body) as object);
    expect(all.map(({ request }) => request.payload).reverse()).toEqual(sent);
  });

  it('is filtered by outcome and by the moment of the request', async () => {
    const { id } = await world.register('/filtered');
    const attempts = async (filter: { outcome?: AttemptOutcome; since?: string }) =>
      (await world.call(attemptsOfWebhook, { client_id: world.client.id, id, ...filter })).items;
    const tried = (status: number, event: string, count: number) => {
      world.receiver.answer(status);
      return world.transactions([event]).then(() =>
        eventually(async () => {
          expect(await world.attempts(id)).toHaveLength(count);
        }),
      );
    };
    await tried(204, 'f1', 1);
    await tried(500, 'f2', 2);
    const [failed, delivered] = await world.attempts(id);
    expect(await attempts({ outcome: 'delivered' })).toEqual([delivered]);
    expect(await attempts({ outcome: 'failed' })).toEqual([failed]);
    expect(await attempts({ outcome: 'gone' })).toEqual([]);
    expect(await attempts({ since: delivered?.started_at ?? '' })).toEqual([failed, delivered]);
    expect(await attempts({ since: failed?.started_at ?? '' })).toEqual([failed]);
    expect(await attempts({ since: failed?.started_at ?? '', outcome: 'delivered' })).toEqual([]);
  });

  it('shows the request with X-Service-Event-Ids and every header that was sent, but no secret value', async () => {
    const { id } = await world.register('/shown', { headers: { Authorization: 'Bearer theirs', 'X-Mine': 'mine' } });
    world.receiver.answer(204);
    const eventIds = await world.transactions(['s1', 's2']);
    await eventually(async () => {
      expect(await world.attempts(id)).toHaveLength(1);
    });
    // A later change does not affect the log.
    await world.change(id, { headers: { 'X-Other': 'other' } });
    const [post] = world.receiver.at('/shown');
    const [attempt] = await world.attempts(id);
    const shown = Object.entries(attempt?.request.headers ?? {});
    const lower = Object.fromEntries(shown.map(([name, value]) => [name.toLowerCase(), value]));
    const hidden = '[not kept]';
    expect(lower).toEqual({
      ...post?.headers,
      authorization: hidden,
      'x-mine': hidden,
      'x-service-signature': hidden,
      'webhook-signature': hidden,
    });
    expect(lower['x-service-event-ids']).toBe(eventIds.join(','));
    expect(Object.fromEntries(shown)).toHaveProperty('X-Service-Event-Ids');
  });

  it('keeps only the headers that its other columns do not tell, and shows all of them', async () => {
    const { id } = await world.register('/kept', { headers: { 'user-agent': 'theirs' } });
    world.receiver.answer(204);
    const [eventId] = await world.transactions(['k1']);
    await eventually(async () => {
      expect(await world.attempts(id)).toHaveLength(1);
    });
    const [post] = world.receiver.at('/kept');
    const kept = { 'user-agent': '[not kept]', 'X-Service-Event-Ids': eventId };
    expect(await world.sql('SELECT headers, links FROM attempt WHERE webhook_id = $1', [id])).toEqual([
      { headers: kept, links: null },
    ]);
    const shown = (await world.attempts(id))[0]?.request;
    const lower = Object.entries(shown?.headers ?? {}).map(([name]) => name.toLowerCase());
    expect(lower.sort()).toEqual(Object.keys(post?.headers ?? {}).sort());
    expect(shown?.links).toEqual([]);
    // An attempt of 0.3.0 keeps all headers.
    const before = { ...shown?.headers, Connection: 'close' };
    await world.sql('UPDATE attempt SET headers = $2 WHERE webhook_id = $1', [id, JSON.stringify(before)]);
    expect((await world.attempts(id))[0]?.request.headers).toEqual(before);
  });

  it('shows no headers if no request was sent', async () => {
    const id = await delivered('/not-sent', '');
    await world.sql(`UPDATE attempt SET headers = '{}', error = 'client-unknown' WHERE webhook_id = $1`, [id]);
    expect((await world.attempts(id))[0]?.request.headers).toEqual({});
  });
});
