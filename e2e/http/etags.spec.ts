import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { register } from '@ces/testing/gateway/registrations';
import { FirstDay } from '../platform/first-day-world.js';
import { namedKinds } from '../administration/named-kinds.js';
import { Platform } from '../platform/platform.js';

type Body = Record<string, unknown>;
interface Thing {
  route: string;
  method: 'PUT' | 'PATCH';
  path: string;
  /** Must succeed, and differ each time. */
  change: (n: number) => object;
  /** The client with `admin` by default. */
  caller?: ApiClient;
}

describe('ETag and Location', () => {
  let platform: Platform;
  let day: FirstDay;
  let things: Thing[];
  let made: ApiAnswer[];

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    day = await new FirstDay(platform).prepare();
    made = await makeEverything();
    things = await thingsOf(made.map(({ body }) => body as Body));
  }, 180_000);

  afterAll(() => platform.stop());

  const optin = (n: number) => ({
    name: { en_GB: `News ${n}` },
    description: { en_GB: 'News' },
    purpose: { name: 'marketing', can_be_updated: true, required: false },
  });
  const survey = (n: number) => ({ title: `Survey ${n}`, questions: [{ text: 'Good?', answers: [{ text: 'Yes' }] }] });
  const campaign = (n: number) => ({
    name: `Campaign ${n}`,
    trigger: { event_name: 'purchase' },
    effects: [{ type: 'transaction', stack_id: day.stack.id, value: 1 }],
  });
  const definition = (n: number) => ({
    $id: `${platform.url}/api/1/terminal/events/purchase`,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `purchase ${n}`,
    type: 'object',
  });

  /** Leaves out the POSTs that need a registration or a question. */
  async function makeEverything(): Promise<ApiAnswer[]> {
    const posts: [string, object?][] = [
      ['/api/1/admin/campaigns', campaign(0)],
      ['/api/1/admin/card-definitions', { name: 'Gold' }],
      ['/api/1/admin/cards', { definition: 'default', identifiers: ['4711'] }],
      ['/api/1/admin/clients', { name: 'Shop', scopes: ['users:read'] }],
      ['/api/1/admin/coupons', { title: 'Coffee' }],
      ['/api/1/admin/optins', optin(0)],
      ['/api/1/admin/stacks', { name: 'Points' }],
      ['/api/1/admin/surveys', survey(0)],
      ['/api/1/terminal/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['user-registered'] }],
      [`/api/1/admin/coupons/${day.coupon.id}/codes`, { codes: ['A1'] }],
    ];
    const answers: ApiAnswer[] = [];
    for (const [path, body] of posts) {
      const answer = await platform.api.post(path, body);
      expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
      answers.push(answer);
    }
    return answers;
  }

  async function thingsOf([first, cardDefinition, cards, client, , firstOptin, stack, firstSurvey, webhook]: Body[]) {
    const { user_id } = await register(platform);
    await platform.api.put('/api/1/admin/providers/etag', { issuer: 'https://a.example', client_ids: ['a'] });
    const [card] = cards?.['cards'] as { id: string }[];
    const olga = { name: 'Olga', email: `${randomUUID()}@example.com`, role: 'auditor' };
    const operator = await platform.api.post('/api/1/admin/operators', olga);
    const admin = (
      noun: string,
      thing: Body | undefined,
      change: Thing['change'],
      method: Thing['method'] = 'PUT',
    ) => ({
      route: `/api/1/admin/${noun}/{id}`,
      method,
      path: `/api/1/admin/${noun}/${String(thing?.['id'])}`,
      change,
    });
    return [
      ...(await namedThings()),
      admin('campaigns', first, campaign),
      admin('card-definitions', cardDefinition, (n) => ({ name: `Gold ${n}` })),
      admin('cards', card, (n) => ({ expiration: `20${30 + n}-01-01T00:00:00Z` }), 'PATCH'),
      admin('clients', client, (n) => ({ name: `Shop ${n}` }), 'PATCH'),
      admin('optins', firstOptin, optin),
      admin('stacks', stack, (n) => ({ name: `Points ${n}` })),
      admin('surveys', firstSurvey, survey),
      admin('operators', operator.body as Body, (n) => ({ name: `Olga ${n}` }), 'PATCH'),
      {
        route: '/api/1/admin/providers/{name}',
        method: 'PUT' as const,
        path: '/api/1/admin/providers/etag',
        change: (n: number) => ({ issuer: `https://a${n}.example`, client_ids: ['a'] }),
      },
      {
        route: '/api/1/admin/mail-texts/{kind}/{language}',
        method: 'PUT' as const,
        path: '/api/1/admin/mail-texts/deletion/nl_NL',
        change: (n: number) => ({ subject: `Etag ${n}`, greeting: 'Dag', lines: ['Een'], ending: [] }),
      },
      {
        route: '/api/1/terminal/events/{event_name}',
        method: 'PUT' as const,
        path: '/api/1/terminal/events/purchase',
        change: definition,
      },
      {
        route: '/api/1/terminal/webhooks/{webhook_id}',
        method: 'PATCH' as const,
        path: `/api/1/terminal/webhooks/${String(webhook?.['id'])}`,
        change: (n: number) => ({ url: `http://127.0.0.1:9/hook/${n}` }),
      },
      {
        route: '/api/1/user/person/me',
        method: 'PATCH' as const,
        path: '/api/1/user/person/me',
        change: (n: number) => ({ firstName: `Anna${'a'.repeat(n)}` }),
        caller: await platform.asUser(user_id, 'profile'),
      },
    ];
  }

  async function namedThings(): Promise<Thing[]> {
    const kinds = namedKinds(day.stack.id);
    for (const { path, body } of kinds) await platform.api.put(`${path}/by-name/etag`, body('0'));
    return kinds.map(({ path, body }) => ({
      ...{ route: `${path}/by-name/{name}`, method: 'PUT', path: `${path}/by-name/etag` },
      change: (n) => body(`${n}`),
    }));
  }

  const change = ({ method, path, caller = platform.api, change: next }: Thing, n: number, tag: string) =>
    caller.send(method, path, { body: next(n), headers: { 'If-Match': tag } });

  const tagOf = async ({ path, caller = platform.api }: Pick<Thing, 'path' | 'caller'>): Promise<string> =>
    (await caller.get(path)).headers.get('etag') ?? '';

  it('each 201 leads by Location to what was made, or to what it is a part of', async () => {
    for (const { headers, body } of made) {
      const location = headers.get('location') ?? '';
      expect(location).toMatch(new RegExp(`^${platform.url}/api/1/`));
      const there = await platform.api.get(location.slice(platform.url.length));
      const { id } = (body as { cards?: Body[] }).cards?.[0] ?? (body as Body);
      expect([location, there.status, (there.body as Body)['id']]).toEqual([location, 200, id]);
    }
    const secret = await platform.api.post(`/api/1/admin/clients/${String((made[3]?.body as Body)['id'])}/secrets`);
    expect(secret.headers.get('location')).toBe(
      `${platform.url}/api/1/admin/clients/${String((made[3]?.body as Body)['id'])}`,
    );
  });

  it('one thing has an ETag, HEAD shows it, and If-None-Match with it is 304 without a body', async () => {
    for (const { path, caller = platform.api } of things) {
      const tag = await tagOf({ path, caller });
      expect([path, tag]).toEqual([path, expect.stringMatching(/^"[\w-]+\.[\w-]+"$/)]);
      expect((await caller.send('HEAD', path)).headers.get('etag')).toBe(tag);
      for (const wanted of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const answer = await caller.get(path, { headers: { 'If-None-Match': wanted } });
        expect([path, wanted, answer.status, answer.text, answer.headers.get('etag')]).toEqual([
          path,
          wanted,
          304,
          '',
          tag,
        ]);
      }
      const other = await caller.get(path, { headers: { 'If-None-Match': '"other"' } });
      expect([path, other.status, other.headers.get('etag')]).toEqual([path, 200, tag]);
    }
  });

  it('a list, a refusal and a health check have none', async () => {
    for (const path of ['/api/1/admin/stacks', '/api/1/admin/stacks/none', '/livez'])
      expect([path, (await platform.api.get(path)).headers.get('etag')]).toEqual([path, null]);
  });

  it('If-Match guards each PUT and PATCH of a path that can be read', async () => {
    for (const thing of things) {
      const old = await tagOf(thing);
      expect([thing.path, (await change(thing, 1, old)).status]).toEqual([thing.path, 200]);
      const refused = await change(thing, 2, old);
      expect([thing.path, refused]).toMatchObject([thing.path, { status: 412, body: { code: 'precondition-failed' } }]);
      expect([thing.path, (await change(thing, 3, await tagOf(thing))).status]).toEqual([thing.path, 200]);
      expect([thing.path, (await change(thing, 4, '*')).status]).toEqual([thing.path, 200]);
    }
  });

  it('the answer of a change has the new ETag, which guards the next change', async () => {
    // Row 1 and a PUT by name answer what was done, too, so theirs is not the answer of a GET.
    const others = /\/by-name\/|\/terminal\/events\//;
    for (const thing of things) {
      const changed = await change(thing, 8, await tagOf(thing));
      const tag = changed.headers.get('etag');
      const wanted = others.test(thing.path) ? null : await tagOf(thing);
      expect([thing.path, changed.status, tag]).toEqual([thing.path, 200, wanted]);
      expect([thing.path, (await change(thing, 9, tag ?? '*')).status]).toEqual([thing.path, 200]);
    }
  });

  it('If-Match is tested here for every route that the OpenAPI document has', async () => {
    const { paths } = (await platform.api.get('/openapi.json')).body as { paths: Record<string, Body> };
    const guarded = Object.entries(paths).filter(([, { get, put, patch }]) => get && (put ?? patch));
    expect(guarded.map(([path]) => path).sort()).toEqual(things.map(({ route }) => route).sort());
  });

  it('of many changes from one state only one succeeds', async () => {
    for (const thing of things) {
      const tag = await tagOf(thing);
      const answers = await Promise.all([5, 6, 7].map((n) => change(thing, n, tag)));
      expect([thing.path, answers.map(({ status }) => status).sort()]).toEqual([thing.path, [200, 412, 412]]);
    }
  });

  it('a campaign that grants something meanwhile can still be changed', async () => {
    const running = await day.campaigns.run(campaign(20));
    const path = `/api/1/admin/campaigns/${running.id}`;
    await platform.api.put('/api/1/terminal/events/purchase', definition(99));
    const before = await tagOf({ path });
    await day.campaigns.judged(day.user, 'purchase', {});
    expect(await tagOf({ path })).not.toBe(before);
    const thing = { route: '', method: 'PUT' as const, path, change: campaign };
    expect((await change(thing, 21, before)).status).toBe(200);
  });

  it('If-Match fails where nothing has an ETag', async () => {
    const headers = { 'If-Match': '"x"' };
    for (const path of ['/api/1/user/optins/change', '/api/1/admin/providers/new', '/api/1/terminal/events/new']) {
      const body = path.endsWith('events/new')
        ? { ...definition(0), $id: `${platform.url}${path}` }
        : {
            issuer: 'https://a.example',
            client_ids: ['a'],
          };
      const answer = await platform.api.send('PUT', path, { body, headers });
      expect([path, answer]).toMatchObject([path, { status: 412, body: { code: 'precondition-failed' } }]);
      expect((answer.body as { detail: string }).detail).toContain('leave If-Match out');
    }
  });
});
