import type { OptinDefinition } from '@ces/contracts/cards/optins';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';

describe('the opt-ins of operators through the gateway', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  });

  afterAll(() => platform.stop());

  const admin = '/api/1/admin/optins';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const text = (name: string, purpose: object = {}) => ({
    name: { en_GB: name },
    description: { en_GB: `About ${name}` },
    purpose: { name: 'marketing', can_be_updated: true, required: false, ...purpose },
  });
  const define = async (name: string, purpose: object = {}) => {
    const answer = await platform.api.post(admin, text(name, purpose));
    expect(answer.status).toBe(201);
    return answer.body as OptinDefinition;
  };

  it.each([
    [{ name: { nl_NL: 'Nieuws' } }, '#/name/en_GB'],
    [{ description: { en_GB: '', 'en/GB': 'x' } }, '#/description/en~1GB'],
    [{ purpose: { name: 'x', can_be_updated: true } }, '#/purpose/required'],
    [{ colour: 'red' }, '#/colour'],
  ])('are refused when they are %j', async (change, pointer) => {
    const answer = await platform.api.post(admin, { ...text('News'), ...change });
    expect(code(answer)).toEqual([400, 'validation-failed']);
    expect((answer.body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer)).toContain(pointer);
  });

  it.each([
    { name: { en_GB: 'a\u0000', __proto__: 'x' } },
    { name: ['en_GB'] },
    { name: { en_GB: 1 } },
    { purpose: null },
    { purpose: { name: 'a\u0000', can_be_updated: true, required: true } },
    { description: JSON.parse('{"en_GB":"x","__proto__":"y"}') as object },
    { description: JSON.parse('{"en_GB":"x","constructor":"y"}') as object },
  ])('are taken or refused with 400 when they are %j', async (change) => {
    expect([201, 400]).toContain((await platform.api.post(admin, { ...text('News'), ...change })).status);
  });

  it('are changed, retired and read', async () => {
    const terms = await define('Terms', { required: true });
    expect(await platform.api.put(`${admin}/${terms.id}`, text('Daily terms'))).toMatchObject({
      status: 200,
      body: { id: terms.id, text_version: 2, at_registration: true },
    });
    for (let i = 0; i < 2; i += 1)
      expect(await platform.api.send('DELETE', `${admin}/${terms.id}`)).toMatchObject({
        status: 200,
        body: { deleted: true },
      });
    expect(code(await platform.api.put(`${admin}/${terms.id}`, text('Terms')))).toEqual([409, 'optin-retired']);
    expect(await platform.api.get(`${admin}/${terms.id}`)).toMatchObject({
      status: 200,
      body: { retired_at: expect.any(String) },
    });
    expect(code(await platform.api.get(`${admin}/unknown`))).toEqual([404, 'optin-not-found']);
    const contradiction = { ...text('Terms', { required: true }), at_registration: false };
    expect(await platform.api.post(admin, contradiction)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/at_registration' }] },
    });
  });

  it('are listed page by page, newest first', async () => {
    const [first, second] = [await define('First'), await define('Second')];
    const page = await platform.api.get(`${admin}?limit=1`);
    const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const after = await platform.api.get(next.slice(platform.url.length));
    expect([page.body, after.body]).toMatchObject([[{ id: second.id }], [{ id: first.id }]]);
  });

  it('are listed in shorter pages where a page would get too large', async () => {
    const long = { en_GB: 'x'.repeat(5_000), nl_NL: 'y'.repeat(5_000), de_DE: 'z'.repeat(5_000) };
    for (let i = 0; i < 30; i += 1)
      expect((await platform.api.post(admin, { ...text('Long'), description: long })).status).toBe(201);
    const page = await platform.api.get(admin);
    expect((page.body as object[]).length).toBeLessThan(30);
    expect(page.headers.get('link')).toMatch(/rel="next"/);
  });

  it.each(['', '?limit=0', '?limit=501', '?limit=x', '?cursor=x', '?cursor=%00', '?limit=1&limit=2'])(
    'are listed with %s, or the query is refused',
    async (query) => {
      expect([200, 400]).toContain((await platform.api.get(`${admin}${query}`)).status);
    },
  );
});
