import type { OptinDefinition } from '@ces/contracts/cards/optins';
import { openSteps } from '@ces/contracts/identity/registration';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';

describe('administration of opt-ins', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  }, 60_000);

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
  const open = async (who: Begun) => (await platform.messaging.bus.call(openSteps, { user_id: who.user_id })).optins;

  it.each([
    [{ name: { nl_NL: 'Nieuws' } }, '#/name/en_GB'],
    [{ description: { en_GB: '', 'en/GB': 'x' } }, '#/description/en~1GB'],
    [{ purpose: { name: 'x', can_be_updated: true } }, '#/purpose/required'],
    [{ colour: 'red' }, '#/colour'],
  ])('refuses %j', async (change, pointer) => {
    const answer = await platform.api.post(admin, { ...text('News'), ...change });
    expect(code(answer)).toEqual([400, 'validation-failed']);
    expect((answer.body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer)).toContain(pointer);
  });

  it('row 16 asks for it unless `at_registration` is false; row 24 shows it in any case', async () => {
    const asked = await define('Asked');
    const later = await platform.api.post(admin, { ...text('Later'), at_registration: false });
    expect([asked, later.body]).toMatchObject([{ at_registration: true }, { at_registration: false }]);
    const { id } = later.body as OptinDefinition;
    const { auth_nonce, user_id } = await begun(platform);
    const idsIn = (answer: ApiAnswer) => (answer.body as { id: string }[]).map((each) => each.id);
    const registration = () => platform.api.get(`/api/1/user/optins?auth_nonce=${auth_nonce}`).then(idsIn);
    expect(await registration()).toContain(asked.id);
    expect(await registration()).not.toContain(id);
    const user = await platform.asUser(user_id, 'optins');
    expect(idsIn(await user.get('/api/1/user/optins'))).toEqual(expect.arrayContaining([id, asked.id]));
    await platform.api.put(`${admin}/${id}`, text('Later'));
    expect(await registration()).toContain(id);
  });

  it('a required opt-in is asked at registration', async () => {
    const answer = await platform.api.post(admin, { ...text('Terms', { required: true }), at_registration: false });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/at_registration' }] } });
    expect(await platform.api.post(admin, { ...text('Terms'), at_registration: 'no' })).toMatchObject({ status: 400 });
  });

  it('retires once and for all, and closes the step that it held open', async () => {
    const terms = await define('Terms', { required: true });
    const who = await begun(platform);
    expect(await open(who)).toBe(true);
    for (let i = 0; i < 2; i += 1)
      expect(await platform.api.send('DELETE', `${admin}/${terms.id}`)).toMatchObject({
        status: 200,
        body: { deleted: true },
      });
    expect(await open(who)).toBe(false);
    expect(code(await platform.api.put(`${admin}/${terms.id}`, text('Terms')))).toEqual([409, 'optin-retired']);
    expect((await platform.api.get(`${admin}/${terms.id}`)).body).toMatchObject({ retired: expect.any(String) });
    expect(code(await platform.api.get(`${admin}/unknown`))).toEqual([404, 'optin-not-found']);
  });

  it('ends a page of the list where it would get too large', async () => {
    const long = { en_GB: 'x'.repeat(5_000), nl_NL: 'y'.repeat(5_000), de_DE: 'z'.repeat(5_000) };
    for (let i = 0; i < 30; i += 1)
      expect((await platform.api.post(admin, { ...text('Long'), description: long })).status).toBe(201);
    const page = await platform.api.get(admin);
    expect((page.body as object[]).length).toBeLessThan(30);
    expect(page.headers.get('link')).toMatch(/rel="next"/);
    let next: string | undefined = admin;
    let ids: string[] = [];
    while (next !== undefined) {
      const { body, headers } = await platform.api.get(next);
      ids = [
        ...ids,
        ...(body as OptinDefinition[]).filter((each) => each.name['en_GB'] === 'Long').map(({ id }) => id),
      ];
      next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.slice(platform.url.length);
    }
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  it('lists page by page, newest first', async () => {
    const [first, second] = [await define('First'), await define('Second')];
    const page = await platform.api.get(`${admin}?limit=1`);
    const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const after = await platform.api.get(next.slice(platform.url.length));
    expect([page.body, after.body]).toMatchObject([[{ id: second.id }], [{ id: first.id }]]);
  });
});
