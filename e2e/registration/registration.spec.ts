import type { Registration } from '@ces/contracts/identity/credentials';
import { openSteps } from '@ces/contracts/identity/registration';
import type { Connection } from '@ces/contracts/identity/users';
import { ApiClient, type ApiAnswer } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { beginRegistration, mailedNonce, newName, password } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { DataSource } from 'typeorm';

describe('registration, rows 13 to 15, 19, 20, 22 and 23', () => {
  let platform: Platform;
  const open = { optins: false, card: true };

  beforeAll(async () => {
    platform = await Platform.start();
    await standIn(platform.services.identity, openSteps, () => open);
  });

  afterAll(() => platform.stop());
  beforeEach(() => Object.assign(open, { optins: false, card: true }));

  const user = (path: string) => `/api/1/user/${path}`;
  const post = (path: string, body: unknown) => platform.api.post(user(path), body);
  const begin = (username: string, more: object = {}) => post('credentials', { username, password, ...more });
  const next = (nonce: string, query = '') => platform.api.get(user(`complete-step?auth_nonce=${nonce}${query}`));
  const problem = (answer: ApiAnswer) => ({ status: answer.status, code: (answer.body as { code?: string }).code });
  const age = (sql: string) => platform.services.identity.get(DataSource).query(sql);

  it('follows rows 12 → 13 → 15 → 13 → … → 13 → 19 → mail → 20', async () => {
    open.optins = true;
    const username = newName();
    const begun = await begin(` ${username.toUpperCase()} `); // row 12
    expect(begun).toMatchObject({ status: 200, body: { new_user: true } });
    const { user_id, nonce } = begun.body as Registration;
    expect([user_id, nonce]).toEqual([
      expect.stringMatching(/^[A-Za-z0-9]{25}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    const details = () => platform.api.get(user(`details/${user_id}`));
    expect((await details()).body).toEqual({ id: user_id, active: false, completed_registration: false });

    expect(await next(nonce)).toMatchObject({ status: 200, body: { continue_from: 2, step: 'user-person' } }); // row 13
    const fields = { firstName: 'Anneliese', infix: 'van der', lastName: 'Bergström', gender: 'f' };
    const person = await post('person', { auth_nonce: nonce, ...fields }); // row 15
    expect(person).toMatchObject({ status: 201, body: { user_id, email: username, ...fields } });
    expect((person.body as { created: string }).created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);

    expect((await next(nonce)).body).toEqual({ continue_from: 3, step: 'user-optins' });
    expect(await post('complete', { auth_nonce: nonce })).toMatchObject({
      status: 409,
      body: { code: 'registration-incomplete', continue_from: 3, step: 'user-optins' },
    });
    open.optins = false; // row 17
    expect((await next(nonce)).body).toEqual({ continue_from: 4, step: 'customer-card' });
    open.card = false; // row 18
    const done = await next(nonce);
    expect([done.status, done.text]).toEqual([204, '']);

    const completed = await post('complete?locale=nl_NL', { auth_nonce: nonce }); // row 19
    expect([completed.status, completed.text]).toEqual([204, '']);
    expect((await details()).body).toEqual({ id: user_id, active: false, completed_registration: true });
    expect((await post('credentials/continue', { username, password })).body).toEqual({
      completed: true,
      continue: false,
    });
    const activation = await mailedNonce(platform, username);
    const [mail] = await platform.mailsTo(username);
    expect(mail).toMatchObject({ subject: 'Bevestig je e-mailadres' });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`${platform.url}/activate?locale=nl_NL#nonce=${activation}`);
    }
    expect(await post('activator/uniquelink', { nonce: activation })).toMatchObject({
      status: 200,
      body: { activated: true, user_id },
    }); // row 20
    expect((await details()).body).toEqual({ id: user_id, active: true, completed_registration: true });
    expect(problem(await next(nonce))).toEqual({ status: 410, code: 'nonce-gone' });
    const me = await (await platform.asUser(user_id, 'profile')).get(user('person/me')); // row 22
    expect(me).toMatchObject({ status: 200, body: { user_id, email: username, ...fields } });
    expect(me.body).not.toHaveProperty('created');
    expect((await platform.api.get(user(`person/details/${user_id}`))).body).toEqual(person.body); // row 23
  });

  describe('row 13', () => {
    it.each(['&skip[]=2', '&skip[0]=2', '&skip=2', '&skip%5B%5D=2&skip[]=3', '&skip=2&skip=2', '&skip[0]=2&skip[1]=3'])(
      'skips the steps of %s, and does not remember it',
      async (query) => {
        const { nonce } = (await begin(newName())).body as Registration;
        expect((await next(nonce, query)).body).toEqual({ continue_from: 4, step: 'customer-card' });
        expect((await next(nonce)).body).toEqual({ continue_from: 2, step: 'user-person' });
      },
    );

    it('answers 204 when all steps are skipped', async () => {
      const { nonce } = (await begin(newName())).body as Registration;
      const answer = await next(nonce, '&skip[]=1&skip[]=2&skip[]=3&skip[]=4');
      expect([answer.status, answer.text]).toEqual([204, '']);
    });

    it.each(['&skip=0', '&skip[]=5', '&skip[]=x', '&skip=', '&skip=2.5', '&skip=-1'])('refuses %s', async (query) => {
      const { nonce } = (await begin(newName())).body as Registration;
      expect(problem(await next(nonce, query))).toEqual({ status: 400, code: 'parameter-invalid' });
    });

    it('accepts only nonces of this client and purpose', async () => {
      const { nonce, username } = await beginRegistration(platform);
      const made = await platform.api.post('/api/1/admin/clients', { name: 'Other', scopes: ['registration'] });
      const other = await platform.api.as(made.body as { id: string; secret: string });
      expect(problem(await other.get(user(`complete-step?auth_nonce=${nonce}`)))).toEqual({
        status: 400,
        code: 'nonce-invalid',
      });
      expect(problem(await next('x'.repeat(43)))).toEqual({ status: 400, code: 'nonce-invalid' });
      expect(problem(await platform.api.get(user('complete-step')))).toEqual({
        status: 400,
        code: 'parameter-invalid',
      });
      await post('complete', { auth_nonce: nonce });
      const activation = await mailedNonce(platform, username);
      expect(problem(await next(activation))).toEqual({ status: 400, code: 'nonce-invalid' });
      expect(problem(await post('activator/uniquelink', { nonce }))).toEqual({ status: 400, code: 'nonce-invalid' });
      expect(problem(await post('delete/finish', { nonce: activation }))).toEqual({
        status: 400,
        code: 'nonce-invalid',
      });
    });

    it('answers 410 for a nonce that has expired', async () => {
      const { nonce, user_id } = await beginRegistration(platform);
      await age(`UPDATE nonce SET expires_at = now() WHERE user_id = '${user_id}'`);
      expect(problem(await next(nonce))).toEqual({ status: 410, code: 'nonce-gone' });
    });
  });

  describe('rows 14 and 15', () => {
    it('show the validators of a person', async () => {
      const answer = await platform.api.get(user('person/fields?locale=de_DE'));
      const { general } = answer.body as { general: Record<string, object> };
      expect(general['firstName']).toEqual({
        name: 'string',
        validators: expect.arrayContaining([
          { name: 'not_blank', options: {} },
          { name: 'length', options: { max: 100 } },
        ]),
        is_editable: true,
      });
      expect(general['gender']).toEqual({
        name: 'select',
        validators: [{ name: 'choice', options: { choices: ['f', 'm'] } }],
        is_editable: true,
        choices: ['f', 'm'],
        default: null,
      });
      const { nonce } = (await begin(newName())).body as Registration;
      const refused = await post('person', {
        auth_nonce: nonce,
        firstName: '',
        lastName: 'x'.repeat(101),
        gender: 'x',
      });
      expect(refused.status).toBe(400);
      const { errors } = refused.body as { errors: { pointer: string; code: string }[] };
      expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
        '#/firstName not-blank',
        '#/lastName length',
        '#/gender choice',
      ]);
    });

    it('answer 201 when the person is sent again', async () => {
      const { nonce, user_id } = await beginRegistration(platform);
      const again = await post('person', { auth_nonce: nonce, firstName: 'Anna', lastName: 'Berg', nickname: 'Annie' });
      expect(again).toMatchObject({ status: 201, body: { user_id, firstName: 'Anna', infix: '', nickname: 'Annie' } });
    });
  });

  describe('rows 22 and 23', () => {
    it('need the right kind of token', async () => {
      const { user_id } = await beginRegistration(platform);
      const asUser = await platform.asUser(user_id, 'profile');
      expect(problem(await platform.api.get(user('person/me')))).toEqual({ status: 403, code: 'scope-insufficient' });
      expect(problem(await (await platform.asUser(user_id, 'cards')).get(user('person/me')))).toEqual({
        status: 403,
        code: 'scope-insufficient',
      });
      expect(problem(await asUser.get(user(`person/details/${user_id}`)))).toEqual({
        status: 403,
        code: 'scope-insufficient',
      });
    });

    it('distinguish an unknown user from a user without a person', async () => {
      const made = await platform.api.post('/api/1/oauth2/provider/acme/without-person');
      const { user_id } = made.body as Connection;
      expect(problem(await platform.api.get(user(`person/details/${user_id}`)))).toEqual({
        status: 404,
        code: 'person-not-found',
      });
      expect(problem(await platform.api.get(user(`person/details/${'A'.repeat(25)}`)))).toEqual({
        status: 404,
        code: 'user-not-found',
      });
    });
  });

  describe('rows 13, 15 and 19 with nonces that are not valid', () => {
    const calls: [string, (nonce: string, api?: typeof platform.api) => Promise<ApiAnswer>][] = [
      ['13', (nonce, api = platform.api) => api.get(user(`complete-step?auth_nonce=${nonce}`))],
      [
        '15',
        (nonce, api = platform.api) => api.post(user('person'), { auth_nonce: nonce, firstName: 'A', lastName: 'B' }),
      ],
      ['19', (nonce, api = platform.api) => api.post(user('complete'), { auth_nonce: nonce })],
    ];

    it.each(calls)(
      'row %s: answers 400 for an unknown nonce or one of another client, and 410 for an expired or used one',
      async (_, call) => {
        const { nonce, user_id } = await beginRegistration(platform);
        const made = await platform.api.post('/api/1/admin/clients', { name: 'Other', scopes: ['registration'] });
        const other = await platform.api.as(made.body as { id: string; secret: string });
        expect(problem(await call('x'.repeat(43)))).toEqual({ status: 400, code: 'nonce-invalid' });
        expect(problem(await call(nonce, other))).toEqual({ status: 400, code: 'nonce-invalid' });
        await age(`UPDATE nonce SET expires_at = now() WHERE user_id = '${user_id}'`);
        expect(problem(await call(nonce))).toEqual({ status: 410, code: 'nonce-gone' });
        const active = await beginRegistration(platform);
        await post('complete', { auth_nonce: active.nonce });
        const activation = await mailedNonce(platform, active.username);
        expect((await post('activator/uniquelink', { nonce: activation })).status).toBe(200);
        expect(problem(await call(active.nonce))).toEqual({ status: 410, code: 'nonce-gone' });
      },
    );
  });

  describe('rows 19 and 20', () => {
    it('answer 409 registration-incomplete with continue_from and step while a required step is missing', async () => {
      const { nonce } = (await begin(newName())).body as Registration;
      const missing = { code: 'registration-incomplete', continue_from: 2, step: 'user-person' };
      expect(await post('complete', { auth_nonce: nonce })).toMatchObject({ status: 409, body: missing });
    });

    it('send one mail a minute and five a day, and a newer nonce voids the older ones', async () => {
      const { nonce, username, user_id } = await beginRegistration(platform);
      expect((await post('complete', { auth_nonce: nonce })).status).toBe(204);
      expect((await post('complete', { auth_nonce: nonce })).status).toBe(204);
      const first = await mailedNonce(platform, username);
      for (let sent = 2; sent <= 7; sent += 1) {
        await age(`UPDATE nonce SET created_at = created_at - interval '61 s' WHERE user_id = '${user_id}'`);
        expect((await post('complete', { auth_nonce: nonce })).status).toBe(204);
        await mailedNonce(platform, username, Math.min(sent, 5));
      }
      const last = await mailedNonce(platform, username, 5);
      expect(await platform.mailsTo(username)).toHaveLength(5);
      expect(problem(await post('activator/uniquelink', { nonce: first }))).toEqual({
        status: 410,
        code: 'nonce-gone',
      });
      expect((await post('activator/uniquelink', { nonce: last })).status).toBe(200);
    });

    it('activate once when twenty requests come at once', async () => {
      const { nonce, username } = await beginRegistration(platform);
      await post('complete', { auth_nonce: nonce });
      const activation = await mailedNonce(platform, username);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post('activator/uniquelink', { nonce: activation })),
      );
      expect(answers.map((each) => each.status).sort()).toEqual([200, ...Array<number>(19).fill(410)]);
    });

    it('need no token, but refuse a malformed one', async () => {
      const nonce = 'x'.repeat(43);
      const without = await new ApiClient(platform.url).post(user('activator/uniquelink'), { nonce });
      expect(without.status).toBe(400);
      const bad = await platform.api.withToken('bad').post(user('activator/uniquelink'), { nonce });
      expect(problem(bad)).toEqual({ status: 401, code: 'token-invalid' });
    });

    it("mail a link to the client's own page, if it has one", async () => {
      const made = await platform.api.post('/api/1/admin/clients', {
        name: 'Own pages',
        scopes: ['registration'],
        activation_url: 'https://shop.example/welcome?x=1#top',
      });
      const api = await platform.api.as(made.body as { id: string; secret: string });
      const username = newName();
      const { nonce } = (await api.post(user('credentials'), { username, password })).body as Registration;
      await api.post(user('person'), { auth_nonce: nonce, firstName: 'A', lastName: 'B' });
      await api.post(user('complete'), { auth_nonce: nonce });
      await mailedNonce(platform, username);
      const [mail] = await platform.mailsTo(username);
      expect(mail?.text).toMatch(/https:\/\/shop\.example\/welcome\?x=1#nonce=[\w-]{43}\n/);
    });
  });
});
