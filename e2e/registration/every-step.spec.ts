import type { UserCards } from '@ces/contracts/cards/cards';
import type { Registration } from '@ces/contracts/identity/credentials';
import type { Optin, OptinDefinition } from '@ces/contracts/cards/optins';
import { Platform } from '../platform/platform.js';
import { mailedNonce, newName, password } from '@ces/testing/gateway/registrations';
import { signIn } from '@ces/testing/gateway/user-tokens';

describe('a whole registration with real services', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  });

  afterAll(() => platform.stop());

  const user = (path: string) => `/api/1/user/${path}`;

  it('walks rows 12 → 13 → 15 → 13 → 17 → 13 → 18 → 13 → 19 → mail → 20 → sign-in → 21, 22, 24', async () => {
    const { api } = platform;
    const purpose = { name: 'contract', can_be_updated: true, required: true };
    const terms = { name: { en_GB: 'Terms' }, description: { en_GB: 'About the terms' }, purpose };
    const { id: optinId } = (await api.post('/api/1/admin/optins', terms)).body as OptinDefinition;
    const cards = { definition: 'default', identifiers: ['6012345678'] };
    expect((await api.post('/api/1/admin/cards', cards)).status).toBe(201);

    const username = newName();
    const begun = await api.post(user('credentials'), { username, password }); // row 12
    expect(begun).toMatchObject({ status: 200, body: { new_user: true } });
    const { user_id, nonce: auth_nonce } = begun.body as Registration;
    const next = () => api.get(user(`complete-step?auth_nonce=${auth_nonce}`));

    expect((await next()).body).toEqual({ continue_from: 2, step: 'user-person' }); // row 13
    const person = { firstName: 'Anna', infix: 'de', lastName: 'Vries' };
    expect((await api.post(user('person'), { auth_nonce, ...person })).status).toBe(201); // row 15
    expect((await next()).body).toEqual({ continue_from: 3, step: 'user-optins' }); // row 13
    const optins = [{ optin_id: optinId, optin: true }];
    expect((await api.put(user('optins/change'), { auth_nonce, optins })).status).toBe(200); // row 17
    expect((await next()).body).toEqual({ continue_from: 4, step: 'customer-card' }); // row 13
    const added = await api.post('/api/1/card/add', { auth_nonce, identifier: '6012345678' }); // row 18
    expect(added.status).toBe(200);
    const done = await next(); // row 13
    expect([done.status, done.text]).toEqual([204, '']);

    expect((await api.post(user('complete'), { auth_nonce })).status).toBe(204); // row 19
    await expect(signIn(platform, username, password)).rejects.toThrow('no code: 400');
    const nonce = await mailedNonce(platform, username);
    const activated = await platform.api.post(user('activator/uniquelink'), { nonce }); // row 20
    expect(activated).toMatchObject({ status: 200, body: { activated: true, user_id } });

    const { access_token } = await signIn(platform, username, password);
    const me = api.withToken(access_token);
    const held = await me.get('/api/2/card/user'); // row 21
    expect(held.status).toBe(200);
    expect((held.body as UserCards).cards.map(({ identifier }) => identifier)).toEqual(['6012345678']);
    const known = await me.get(user('person/me')); // row 22
    expect(known).toMatchObject({ status: 200, body: { user_id, email: username, ...person } });
    const consents = await me.get(user('optins')); // row 24
    expect(consents.status).toBe(200);
    expect(consents.body as Optin[]).toMatchObject([{ id: optinId, opted_in: true, updates: [{ opted_in: true }] }]);
  });
});
