import { Platform } from '../platform/platform.js';
import { everyList, type List } from '../platform/list-world.js';

type Item = Record<string, unknown>;

describe('every list', () => {
  let platform: Platform;
  let lists: List[];

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    lists = await everyList(platform);
  }, 180_000);

  afterAll(() => platform.stop());

  /** Rows 4, 16, 24, 29 and 34. */
  const ofSpecification = [
    '/api/1/user/connections/{user_id}',
    '/api/1/user/optins',
    '/api/1/external-segmentation/external-segment/list',
    '/api/1/terminal/webhooks',
  ];

  /** Their items come with time, or from chores. */
  const inOtherSpecs = [
    '/api/1/admin/campaigns/{id}/stats', // e2e/campaigns/campaign-results.spec.ts
    '/api/1/terminal/events/{event_name}/stats', // e2e/events/event-tail.spec.ts
    '/api/1/terminal/webhooks/{webhook_id}/stats', // e2e/webhooks/webhook-operation.spec.ts
    '/api/1/admin/campaigns:stats', // and these of all, in the same specs
    '/api/1/terminal/events:stats',
    '/api/1/terminal/webhooks:stats',
    '/api/1/admin/coupons/{id}/code-imports/{import_id}/faults', // e2e/campaigns/rewards.spec.ts
    '/api/1/admin/jobs', // e2e/operation/jobs.spec.ts
    '/api/1/admin/reconciliations', // likewise
  ];

  const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const linkOf = (headers: Headers, rel = 'next') =>
    new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('Link') ?? '')?.[1]?.slice(platform.url.length);

  /** Follows the links to the next pages. */
  async function readPages({ api, path }: List, limit: number): Promise<Item[]> {
    const items: Item[] = [];
    for (let next: string | undefined = withQuery(path, `limit=${limit}`); next !== undefined;) {
      const page = await api.get(next);
      expect([path, page.status]).toEqual([path, 200]);
      expect((page.body as Item[]).length).toBeLessThanOrEqual(limit);
      items.push(...(page.body as Item[]));
      next = linkOf(page.headers);
    }
    return items;
  }

  /**
   * Each read of the audit log adds an entry at its head, an entry gets its status later, and entries of other services come later
   * than their moment.
   */
  const grows = ({ route }: List) => route === '/api/1/admin/audit';

  it('of the OpenAPI document is in this test', async () => {
    interface Operation {
      responses?: Record<string, { content?: Record<string, { schema?: { type?: string } }> }>;
    }
    const { paths } = (await platform.api.get('/openapi.json')).body as { paths: Record<string, { get?: Operation }> };
    const arrays = Object.entries(paths)
      .filter(([, { get }]) => get?.responses?.['200']?.content?.['application/json']?.schema?.type === 'array')
      .map(([route]) => route);
    expect([...new Set(lists.map(({ route }) => route)), ...inOtherSpecs].sort()).toEqual(arrays.sort());
  });

  it.each(['0', '501', '-1', '1.5', 'x', ''])('refuses limit=%s with 400 and names the parameter', async (limit) => {
    for (const { api, path } of lists) {
      const { status, body } = await api.get(withQuery(path, `limit=${limit}`));
      const { errors } = body as { errors?: { pointer: string }[] };
      expect([path, status, errors?.[0]?.pointer]).toEqual([path, 400, 'limit']);
    }
  });

  it('refuses an unknown cursor with 400', async () => {
    for (const { api, path } of lists) {
      const answer = await api.get(withQuery(path, 'cursor=%00x'));
      expect([path, answer]).toMatchObject([path, { status: 400, body: { code: 'parameter-invalid' } }]);
    }
  });

  it('is whole and has no Link without `limit`', async () => {
    for (const list of lists) {
      const whole = await list.api.get(list.path);
      expect([list.path, whole.status, linkOf(whole.headers)]).toEqual([list.path, 200, undefined]);
      const items = whole.body as Item[];
      expect([list.path, items.length > 1]).toEqual([list.path, true]);
    }
  });

  it('has a Link with limit=1 while there is more, and the links reach every item exactly once', async () => {
    for (const list of lists) {
      const whole = await readPages(list, 100);
      const items = await readPages(list, 1);
      const textOf = (item: Item) => JSON.stringify(grows(list) ? item['id'] : item);
      const expected = whole.map(textOf);
      const found = items.map(textOf).filter((text) => !grows(list) || expected.includes(text));
      expect([list.path, found]).toEqual([list.path, expected]);
    }
  });

  it('outside the specification leads back from each page to the one before, and to the first', async () => {
    for (const { api, path, ...list } of lists.filter((each) => !grows(each))) {
      const pages: [path: string, text: string][] = [];
      for (let at: string | undefined = withQuery(path, 'limit=1'); at !== undefined && pages.length < 4;) {
        const page = await api.get(at);
        const back = linkOf(page.headers, 'prev');
        const none = pages.length === 0 || ofSpecification.includes(list.route);
        expect([list.route, pages.length, back === undefined]).toEqual([list.route, pages.length, none]);
        if (back !== undefined) expect([at, (await api.get(back)).text]).toEqual([at, pages.at(-1)?.[1]]);
        const first = linkOf(page.headers, 'first');
        if (first !== undefined) expect([at, (await api.get(first)).text]).toEqual([at, pages[0]?.[1]]);
        pages.push([at, page.text]);
        at = linkOf(page.headers);
      }
      expect([path, pages.length > 1]).toEqual([path, true]);
    }
  });

  it('is newest first, also page by page', async () => {
    for (const list of lists.filter(({ orderedBy }) => orderedBy !== null)) {
      const whole = (await list.api.get(list.path)).body as Item[];
      for (const items of [whole, await readPages(list, 2)]) {
        const ages = items.map((item) => item[list.orderedBy ?? '']);
        expect([list.path, ages.every((age) => typeof age === 'string')]).toEqual([list.path, true]);
        // Items of one age would be in this order under any sorting.
        expect([list.path, new Set(ages).size > 1]).toEqual([list.path, true]);
        expect([list.path, ages]).toEqual([list.path, [...ages].sort().reverse()]);
      }
    }
  });

  describe('outside the specification', () => {
    it('refuses a parameter that it does not know, and names the known ones', async () => {
      for (const { api, path, route } of lists) {
        const { status, body } = await api.get(withQuery(path, 'limitt=5&locale=nl_NL'));
        if (ofSpecification.includes(route)) {
          expect([path, status]).toEqual([path, 200]);
          continue;
        }
        const { errors } = body as { errors?: { pointer: string; code: string; detail: string }[] };
        expect([path, status, errors?.[0]?.pointer, errors?.[0]?.code]).toEqual([
          path,
          400,
          'limitt',
          'unknown-parameter',
        ]);
        expect(errors?.[0]?.detail).toMatch(/known are locale, .*limit.*; did you mean "limit"\?$/);
      }
    });

    const read = async (path: string, api = platform.api) => {
      const answer = await api.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body as Item[];
    };

    it('finds what has some text in its name, in any case', async () => {
      for (const [path, q, key] of [
        ['clients', 'CLIENT 2', 'name'],
        ['providers', 'P2', 'name'],
        ['campaigns', 'sPe', 'name'],
        ['coupons', 'free COFFEE', 'title'],
        ['stacks', 'oint', 'name'],
        ['surveys', 'survey 3', 'title'],
        ['card-definitions', 'CARDS 2', 'name'],
        ['optins', 'OPT-IN 2', 'name'],
        ['../terminal/events', 'E', 'event_name'],
      ] as const) {
        const url = new URL(path, 'http://any/api/1/admin/').pathname;
        const found = await read(`${url}?q=${encodeURIComponent(q)}`);
        const all = await read(url);
        const wanted = all.filter((item) => JSON.stringify(item[key]).toLowerCase().includes(q.toLowerCase()));
        expect([path, wanted.length > 0]).toEqual([path, true]);
        expect([path, found]).toEqual([path, wanted]);
        expect(await read(`${url}?q=${encodeURIComponent('%')}`)).toEqual([]);
        expect(await read(`${url}?q=${encodeURIComponent('_')}`)).toEqual([]);
        expect((await platform.api.get(`${url}?q=`)).status).toBe(400);
      }
      const [, older] = await read('/api/1/terminal/events');
      expect(await read(`/api/1/terminal/events?q=${String(older?.['event_name'])}`)).toEqual([older]);
    });

    it('finds campaigns by their state', async () => {
      for (const state of ['draft', 'running', 'ended']) {
        const wanted = (await read('/api/1/admin/campaigns')).filter((each) => each['state'] === state);
        expect([state, await read(`/api/1/admin/campaigns?state=${state}`)]).toEqual([state, wanted]);
      }
      const wrong = await platform.api.get('/api/1/admin/campaigns?state=runing');
      expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: 'state' }] } });
      expect(wrong.text).toContain('did you mean \\"running\\"?');
    });

    it('finds audit entries by their actor, and dead letters by their service', async () => {
      const mine = await read('/api/1/admin/audit?actor=cl_test&limit=3');
      expect(mine.map(({ who }) => who)).toEqual(['cl_test', 'cl_test', 'cl_test']);
      expect(await read('/api/1/admin/audit?actor=cl_nobody')).toEqual([]);
      const letters = await read('/api/1/admin/dead-letters');
      const wanted = letters.filter(({ service }) => service === 'cards');
      expect([wanted.length > 0, wanted.length < letters.length]).toEqual([true, true]);
      expect(await read('/api/1/admin/dead-letters?service=cards')).toEqual(wanted);
      expect((await platform.api.get('/api/1/admin/dead-letters?service=card')).status).toBe(400);
    });

    it('ends where its items are older than `since`', async () => {
      const timed: [string, string][] = [
        ['/api/1/admin/audit', 'at'],
        ['/api/1/admin/dead-letters', 'received_at'],
        ['/api/1/terminal/{user_id}/events', 'received_at'],
        ['/api/1/stack/transactions', 'created'],
      ];
      for (const [route, key] of timed) {
        const list = lists.find((each) => each.route === route);
        if (!list) throw new Error(`no ${route}`);
        const [newest, second] = await read(list.path, list.api);
        const since = String(newest?.[key]);
        const found = await read(withQuery(list.path, `since=${encodeURIComponent(since)}`), list.api);
        expect([route, found.every((item) => Date.parse(String(item[key])) >= Date.parse(since))]).toEqual([
          route,
          true,
        ]);
        expect([route, found.length > 0, second !== undefined]).toEqual([route, true, true]);
        expect(await read(withQuery(list.path, 'since=2999-01-01T00:00:00Z'), list.api)).toEqual([]);
        expect((await list.api.get(withQuery(list.path, 'since=yesterday'))).status).toBe(400);
      }
    });
  });
});
