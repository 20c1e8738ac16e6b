import { personChanged } from '@ces/contracts/identity/person';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { register } from '@ces/testing/gateway/registrations';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';
import type { Platform } from '../platform/platform.js';

const me = '/api/1/user/person/me';

describe('PATCH /api/1/user/person/me', () => {
  let world: OauthWorld;
  let platform: Platform;
  let api: ApiClient;
  let userId: string;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    ({ platform } = world);
  });

  afterAll(() => world.stop());

  beforeEach(async () => {
    ({ user_id: userId } = await register(platform));
    api = await platform.asUser(userId, 'profile');
  });

  const patch = (body: object, caller = api) => caller.send('PATCH', me, { body });
  const problem = ({ status, body }: ApiAnswer) => ({ status, code: (body as { code?: string }).code });

  it('replaces the fields that are sent, trimmed, and leaves the others', async () => {
    const before = (await api.get(me)).body as object;
    const answer = await patch({ firstName: ' Anna ', infix: 'van der', dateOfBirth: '1990-02-28' });
    const expected = { ...before, firstName: 'Anna', infix: 'van der', dateOfBirth: '1990-02-28' };
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect((await api.get(me)).body).toEqual(expected);
    const details = await platform.api.get(`/api/1/user/person/details/${userId}`); // row 23
    expect(details.body).toMatchObject(expected);
  });

  it.each(['', null])('removes an optional field that is sent as %j', async (empty) => {
    await patch({ nickname: 'Annie', gender: 'f' });
    expect((await patch({ nickname: empty, gender: empty })).body).toMatchObject({ gender: null });
    expect((await api.get(me)).body).not.toHaveProperty('nickname');
  });

  it('refuses what row 15 refuses, names every fault, and changes nothing then', async () => {
    const before = (await api.get(me)).body;
    const refused = await patch({ firstName: ' ', lastName: null, gender: 'x', infix: 7, nickname: 'Annie' });
    expect(problem(refused)).toEqual({ status: 400, code: 'validation-failed' });
    const { errors } = refused.body as { errors: { pointer: string; code: string }[] };
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/firstName', 'not-blank'],
      ['#/infix', 'is-string'],
      ['#/lastName', 'not-blank'],
      ['#/gender', 'choice'],
    ]);
    expect((await api.get(me)).body).toEqual(before);
  });

  it('ignores unknown fields and the mail address, and names them', async () => {
    const answer = await patch({ email: 'other@example.com', user_id: 'x', nickname: 'Annie' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ignored-fields')).toBe('email, user_id');
    expect(answer.body).toMatchObject({ user_id: userId, nickname: 'Annie' });
  });

  it('needs all required fields of a user of whom nothing is known', async () => {
    const made = await platform.api.post('/api/1/oauth2/provider/acme/unknown-person');
    const { user_id } = made.body as { user_id: string };
    const unknown = await platform.asUser(user_id, 'profile');
    const refused = await patch({ nickname: 'Annie' }, unknown);
    expect((refused.body as { errors: object[] }).errors).toMatchObject([
      { pointer: '#/firstName' },
      { pointer: '#/lastName' },
    ]);
    const accepted = await patch({ firstName: 'Anna', lastName: 'Berg' }, unknown);
    expect(accepted.body).toMatchObject({ user_id, firstName: 'Anna', lastName: 'Berg', email: '' });
  });

  it('announces the change to other services', async () => {
    const facts = () =>
      platform.services.identity
        .get(DataSource)
        .query<object[]>('SELECT FROM outbox WHERE subject = $1', [personChanged.subject]);
    const before = (await facts()).length;
    await patch({ nickname: 'Annie' });
    expect(await facts()).toHaveLength(before + 1);
  });

  it('needs a user token with the scope profile', async () => {
    const other = await platform.asUser(userId, 'account');
    expect(problem(await patch({ nickname: 'x' }, other))).toEqual({ status: 403, code: 'scope-insufficient' });
    expect(problem(await patch({ nickname: 'x' }, platform.api))).toEqual({ status: 403, code: 'scope-insufficient' });
  });
});
