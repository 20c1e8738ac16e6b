import { Ces } from '../ces.ts';
import { CesError } from './ces-error.ts';
import { pauseMs } from './retry.ts';

type Answer = Response | Error | 'hang';

/** Answers calls in the order of its list, and keeps what was asked. */
class Server {
  readonly asked: { url: string; method: string; headers: Headers; body: unknown }[] = [];
  private readonly answers: Answer[];

  constructor(...answers: Answer[]) {
    this.answers = answers;
  }

  readonly fetch = (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', headers, body, signal } = init;
    this.asked.push({ url: String(url), method, headers: new Headers(headers), body });
    const answer = this.answers.shift() ?? new Error('nothing more is expected');
    if (answer === 'hang') {
      return new Promise((_, reject) => {
        const stop = (): void => {
          reject(signal?.reason as Error);
        };
        if (signal?.aborted === true) stop();
        else signal?.addEventListener('abort', stop);
      });
    }
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };

  ces(more: object = {}): Ces {
    return new Ces({ baseUrl: 'https://ces.test/', token: 'T', fetch: this.fetch, ...more });
  }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(
    { code, detail: `${code}!`, request_id: 'r1', errors: [{ pointer: '#/a', code: 'x', detail: 'is wrong' }] },
    status,
    headers,
  );
const token = (name: string, expires_in = 900): Response => json({ access_token: name, expires_in });
const cut = (): Error => new TypeError('fetch failed');

describe('a call', () => {
  it('is repeated after a lost answer and after 503, each time with the same idempotency key', async () => {
    const server = new Server(
      cut(),
      problem(503, 'service-unavailable', { 'retry-after': '0' }),
      json({ id: 'w' }, 201),
    );
    await server.ces().webhooks.create({ url: 'https://a.test', events: ['user-deleted'] });
    const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has a key of its own, and the one that the caller gives', async () => {
    const server = new Server(json({}), json({}), json({}));
    const ces = server.ces();
    await ces.users.ensure('demo', 'a/b');
    await ces.users.ensure('demo', 'a/b');
    await ces.users.ensure('demo', 'a/b', { idempotencyKey: 'mine' });
    const [first, second, third] = server.asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).not.toBe(second);
    expect(third).toBe('mine');
    expect(server.asked[0]?.url).toBe('https://ces.test/api/1/oauth2/provider/demo/a%2Fb');
  });

  it('that the service refuses is not repeated, and throws the problem', async () => {
    const server = new Server(problem(422, 'event-data-invalid'));
    const error = await server
      .ces()
      .events.send('u', 'purchase', {})
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(CesError);
    expect(error).toMatchObject({ code: 'event-data-invalid', status: 422, requestId: 'r1' });
    expect((error as CesError).errors).toEqual([{ pointer: '#/a', code: 'x', detail: 'is wrong' }]);
    expect((error as CesError).message).toContain('#/a is wrong');
    expect(server.asked).toHaveLength(1);
  });

  it('gives up after its retries, and at once when the service asks for a long pause', async () => {
    const stubborn = new Server(cut(), cut(), cut());
    await expect(stubborn.ces({ maxRetries: 1 }).users.get('u')).rejects.toMatchObject({ code: 'network', status: 0 });
    expect(stubborn.asked).toHaveLength(2);
    const throttled = new Server(problem(429, 'rate-limited', { 'retry-after': '3600' }));
    await expect(throttled.ces().users.get('u')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    expect(throttled.asked).toHaveLength(1);
  });

  it('ends at its time limit, and when its caller aborts it', async () => {
    const slow = new Server('hang');
    const limits = { timeoutMs: 20, maxRetries: 0 };
    await expect(slow.ces().users.get('u', limits)).rejects.toMatchObject({ code: 'timeout' });
    const aborted = new AbortController();
    const call = new Server('hang').ces().users.get('u', { signal: aborted.signal });
    aborted.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    const pausing = new Server(problem(503, 'service-unavailable', { 'retry-after': '30' }));
    await expect(pausing.ces().users.get('u', { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('waits as long as the service says, and otherwise longer each time, never the same', () => {
    const busy = new CesError('service-unavailable', '', { status: 503 });
    expect([0, 1, 2, 9].map((attempt) => pauseMs(attempt, busy, () => 0))).toEqual([125, 250, 500, 4_000]);
    expect([0, 1, 2, 9].map((attempt) => pauseMs(attempt, busy, () => 1))).toEqual([250, 500, 1_000, 8_000]);
    expect(pauseMs(0, new CesError('', '', { status: 503, retryAfterSeconds: 7 }), () => 0)).toBe(7_000);
  });
});

describe('a stream', () => {
  it('that breaks off before its first event goes on where it began', async () => {
    const event = 'id: 7.2\nevent: accepted\ndata: {"id": "e"}\n\n';
    const server = new Server(new Response('retry: 1000\n\nid: 7.1\n\n'), new Response(event));
    for await (const sent of server.ces().events.tail()) {
      expect(sent).toMatchObject({ id: '7.2', event: 'accepted', data: { id: 'e' } });
      break;
    }
    expect(server.asked.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '7.1']);
  });
});

describe('a deletion', () => {
  const unavailable = (): Response => problem(503, 'service-unavailable', { 'retry-after': '0' });
  const gone = (): Response => problem(404, 'webhook-not-found');
  const limits = { maxRetries: 1 };

  it('whose answer got lost is done when its repetition finds nothing', async () => {
    for (const lost of [cut(), unavailable()]) {
      const server = new Server(lost, gone());
      expect(await server.ces().webhooks.delete('w', limits)).toEqual({ deleted: true });
      expect(server.asked).toHaveLength(2);
    }
  });

  it('of a thing that is not there is refused, and so is any other call after a lost answer', async () => {
    const throttled = problem(429, 'rate-limited', { 'retry-after': '0' });
    for (const answers of [[gone()], [throttled, gone()]])
      await expect(new Server(...answers).ces().webhooks.delete('w', limits)).rejects.toMatchObject({ status: 404 });
    await expect(new Server(cut(), gone()).ces().webhooks.get('w', limits)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the token of a client', () => {
  const client = { token: undefined, clientId: 'cl_a', clientSecret: 's:1' };

  it('is asked for once by calls that come together, and kept', async () => {
    const server = new Server(token('one'), json({}), json({}), json({}));
    const ces = server.ces(client);
    await Promise.all([ces.users.get('a'), ces.users.get('b')]);
    await ces.users.get('c');
    expect(server.asked.map(({ url }) => url.split('/').pop())).toEqual(['token', 'a', 'b', 'c']);
    expect(server.asked[0]?.headers.get('authorization')).toBe(`Basic ${btoa('cl_a:s%3A1')}`);
    expect(server.asked[3]?.headers.get('authorization')).toBe('Bearer one');
  });

  it('is renewed once when the service refuses it', async () => {
    const server = new Server(token('old'), problem(401, 'token-invalid'), token('new'), json({ id: 'u' }));
    expect(await server.ces(client).users.get('u')).toEqual({ id: 'u' });
    expect(server.asked[3]?.headers.get('authorization')).toBe('Bearer new');
    const refused = new Server(token('a'), problem(401, 'token-invalid'), token('b'), problem(401, 'token-invalid'));
    await expect(refused.ces(client).users.get('u')).rejects.toMatchObject({ status: 401 });
  });

  it('cannot be had with a wrong secret, and OAuth says so', async () => {
    const server = new Server(json({ error: 'invalid_client', error_description: 'no such client' }, 401));
    await expect(server.ces(client).users.get('u')).rejects.toMatchObject({
      code: 'invalid_client',
      message: 'no such client',
    });
  });
});

describe('a list', () => {
  const page = (items: number[], next?: string): Response =>
    json(
      items,
      200,
      next === undefined ? {} : { link: `<http://inside.test${next}>; rel="next", <http://x/>; rel="prev"` },
    );

  it('goes on from page to page, and asks for no page that nobody reads', async () => {
    const answers = [page([1, 2], '/list?cursor=a'), page([3], '/list?cursor=b'), page([4])];
    const server = new Server(...answers);
    const list = server.ces().list<number>('/list', { limit: 2, q: undefined });
    expect(await list.all(3)).toEqual([1, 2, 3]);
    expect(server.asked.map(({ url }) => url)).toEqual([
      'https://ces.test/list?limit=2',
      'https://ces.test/list?cursor=a',
    ]);
  });
});

describe('many events', () => {
  const sent = (server: Server): { id: string; user_id: string }[][] =>
    server.asked.map(({ body }) => JSON.parse(body as string) as { id: string; user_id: string }[]);
  const accepted = (count: number): Response =>
    json(
      Array.from({ length: count }, () => ({ status: 202 })),
      207,
    );
  const event = (user_id: string, data: object = {}) => ({ user_id, event_name: 'visit', data });

  it('go in batches of 100 and of 2 MiB, in their order', async () => {
    const server = new Server(accepted(100), accepted(34), accepted(34), accepted(2));
    const large = { text: 'ä'.repeat(30_000) };
    const events = [
      ...Array.from({ length: 100 }, (_, i) => event(String(i))),
      ...Array.from({ length: 70 }, () => event('b', large)),
    ];
    const results = await server.ces().events.sendMany(events).all();
    expect(results.map(({ sent: { user_id } }) => user_id)).toEqual(events.map(({ user_id }) => user_id));
    const [first = [], second = []] = sent(server);
    expect(sent(server).map(({ length }) => length)).toEqual([100, 34, 34, 2]);
    expect(first.map(({ user_id }) => user_id)).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
    expect(new TextEncoder().encode(JSON.stringify(second)).length).toBeLessThanOrEqual(2 * 1_024 * 1_024);
  });

  it('that cannot be taken in at once are sent again with their ids, before the next batch', async () => {
    const busy = { status: 503, problem: { code: 'service-unavailable', detail: 'busy', retry_after: 0 } };
    const wrong = { status: 422, problem: { code: 'event-data-invalid', detail: 'wrong' } };
    const taken = Array.from({ length: 98 }, () => ({ status: 202 }));
    const server = new Server(json([busy, wrong, ...taken], 207), accepted(1), accepted(1));
    const results = await server
      .ces()
      .events.sendMany(Array.from({ length: 101 }, (_, n) => event('a', { n })))
      .all();
    const [first = [], second = [], third = []] = sent(server);
    expect(second).toEqual([first[0]]);
    expect(third).toMatchObject([{ data: { n: 100 } }]);
    expect(results.map(({ status }) => status)).toEqual([202, 422, ...Array.from({ length: 99 }, () => 202)]);
  });
});
