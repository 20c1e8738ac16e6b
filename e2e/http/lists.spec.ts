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

  const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const linkOf = (headers: Headers) =>
    /^<([^>]+)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1]?.slice(platform.url.length);

  /** Reads all pages, following the links. */
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

  /** Each read of the audit log adds an entry at its head, and an entry gets its status later. */
  const grows = ({ route }: List) => route === '/api/1/admin/audit';

  it('of the OpenAPI document is in this test', async () => {
    interface Operation {
      responses?: Record<string, { content?: Record<string, { schema?: { type?: string } }> }>;
    }
    const { paths } = (await platform.api.get('/openapi.json')).body as { paths: Record<string, { get?: Operation }> };
    const arrays = Object.entries(paths)
      .filter(([, { get }]) => get?.responses?.['200']?.content?.['application/json']?.schema?.type === 'array')
      .map(([route]) => route);
    expect([...new Set(lists.map(({ route }) => route))].sort()).toEqual(arrays.sort());
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
      const whole = (await list.api.get(list.path)).body as Item[];
      const items = (await readPages(list, 1)).map((item) => JSON.stringify(grows(list) ? item['id'] : item));
      expect([list.path, items.slice(grows(list) ? -whole.length : 0)]).toEqual([
        list.path,
        whole.map((item) => JSON.stringify(grows(list) ? item['id'] : item)),
      ]);
    }
  }, 60_000);

  it('is newest first, also page by page', async () => {
    for (const list of lists.filter(({ orderedBy }) => orderedBy !== null)) {
      const whole = (await list.api.get(list.path)).body as Item[];
      for (const items of [whole, await readPages(list, 2)]) {
        const ages = items.map((item) => item[list.orderedBy ?? '']);
        expect([list.path, ages.every((age) => typeof age === 'string')]).toEqual([list.path, true]);
        // Items of one age are in this order whatever they are sorted by.
        expect([list.path, new Set(ages).size > 1]).toEqual([list.path, true]);
        expect([list.path, ages]).toEqual([list.path, [...ages].sort().reverse()]);
      }
    }
  }, 60_000);
});
