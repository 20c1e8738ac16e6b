import { Platform } from '../platform/platform.js';
import { begun } from '@ces/testing/gateway/registrations';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Operations = Partial<Record<(typeof methods)[number], { parameters?: { name: string; in: string }[] }>>;

type Request = [method: string, path: string];

const hostile: [what: string, value: string][] = [
  ['a NUL', '%00'],
  ['a NUL within', 'a%00b'],
  ['half of a surrogate pair', '%ED%A0%80'],
  ['5,000 characters', 'x'.repeat(5_000)],
  ['1,000 characters', 'x'.repeat(1_000)],
];

/** The published document names the routes, so that no route is missed. */
describe('a parameter of any route', () => {
  let platform: Platform;
  let paths: Record<string, Operations>;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    paths = ((await platform.api.get('/openapi.json')).body as { paths: Record<string, Operations> }).paths;
  }, 90_000);

  afterAll(() => platform.stop());

  /** Sends all requests as a client and as a user, and returns those with a 5xx. */
  const failing = async (requests: Request[]): Promise<unknown[]> => {
    const failed: unknown[] = [];
    const user = await platform.asUser('B'.repeat(25), 'profile cards optins rewards account');
    const send = async ([method, path]: Request): Promise<void> => {
      for (const api of [platform.api, user]) {
        const answer = await api.send(method, path, method === 'GET' || method === 'DELETE' ? {} : { body: {} });
        if (answer.status >= 500) failed.push([method, path.slice(0, 100), answer.text]);
      }
    };
    for (let at = 0; at < requests.length; at += 5) await Promise.all(requests.slice(at, at + 5).map(send));
    return failed;
  };

  it.each(hostile)(
    'in the path is never answered with 5xx: %s',
    async (_what, value) => {
      const requests = Object.entries(paths).flatMap(([path, operations]) =>
        methods
          .filter((method) => operations[method])
          .flatMap((method) => variants(path, value).map((target): Request => [method.toUpperCase(), target])),
      );
      expect(requests.length).toBeGreaterThan(100);
      expect(await failing(requests)).toEqual([]);
    },
    120_000,
  );

  it.each(hostile)(
    'in the query is never answered with 5xx: %s',
    async (_what, value) => {
      const requests = Object.entries(paths).flatMap(([path, { get }]) => {
        const names = (get?.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name);
        const asked = get ? [...names, `${names[0] ?? 'x'}[a]`, `${names[0] ?? 'x'}[]`] : [];
        return asked.map((name): Request => ['GET', `${variants(path, 'decent')[0] ?? path}?${name}=${value}`]);
      });
      expect(requests.length).toBeGreaterThan(50);
      expect(await failing(requests)).toEqual([]);
    },
    120_000,
  );

  it('with a NUL finds no user to export (404)', async () => {
    // Repeated, because the services answer with their parts in any order.
    for (let time = 0; time < 20; time += 1)
      expect(await platform.api.get('/api/1/admin/users/%00/export')).toMatchObject({
        status: 404,
        body: { code: 'user-not-found' },
      });
  });

  it('in a JSON body is 400 with its pointer if its text cannot be stored', async () => {
    const { auth_nonce } = await begun(platform);
    for (const bad of ['\\ud800', 'a\\u0000b', '\\udc00\\ud800', 'x@\\ud83d.example']) {
      const requests: [string, string, string, string, string?][] = [
        ['POST', '/api/1/admin/clients', `{"name":"x","scopes":[],"contact_email":"${bad}"}`, '#/contact_email'],
        ['POST', '/api/1/user/credentials', `{"username":"a@b.example","password":"${bad}"}`, '#/password'],
        [
          'POST',
          '/api/1/user/person',
          `{"auth_nonce":"${auth_nonce}","firstName":"${bad}","lastName":"B"}`,
          '#/firstName',
          'regex', // row 15 validates by the rules that row 14 publishes
        ],
        ['POST', '/api/1/admin/optins', `{"name":{"en_GB":"${bad}"},"description":{"en_GB":"B"}}`, '#/name/en_GB'],
        ['POST', '/api/1/terminal/webhooks', `{"events":[],"url":"x","headers":{"X-A":"${bad}"}}`, '#/headers/X-A'],
      ];
      for (const [method, path, body, pointer, code = 'text'] of requests) {
        const answer = await platform.api.send(method, path, { body });
        expect([path, answer]).toMatchObject([path, { status: 400, body: { errors: [{ pointer, code }] } }]);
      }
    }
  });
});

/** The value at each parameter alone, and at all of them. */
function variants(path: string, value: string): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole);
  const one = names.map((name) => path.replace(name, value).replace(/\{\w+\}/g, 'decent'));
  return [...new Set([...one, path.replace(/\{\w+\}/g, value)])];
}
