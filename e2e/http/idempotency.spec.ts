import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { Card } from '@ces/contracts/cards/cards';
import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { ApiClient, type ApiAnswer } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { beginRegistration, begun, mailedNonce, register } from '@ces/testing/gateway/registrations';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

describe('an Idempotency-Key', () => {
  let platform: Platform;
  let anonymous: ApiClient;

  beforeAll(async () => {
    platform = await Platform.shared();
    anonymous = new ApiClient(platform.url);
  });

  afterAll(() => platform.stop());

  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const replayed = (answer: ApiAnswer) => answer.headers.get('idempotent-replayed');
  const clients = '/api/1/admin/clients';
  const newKey = () => ({ 'Idempotency-Key': randomUUID() });
  const keptIn = (key: Record<string, string>) =>
    platform.services.identity
      .get(DataSource)
      .query<{ scope: string; user_id: string | null }[]>('SELECT * FROM idempotency_key WHERE key = $1', [
        key['Idempotency-Key'],
      ]);
  const row20 = (nonce: unknown, key: Record<string, string>, by = anonymous, more: object = {}) =>
    by.post('/api/1/user/activator/uniquelink', { nonce, ...more }, key);
  const row27 = (nonce: unknown, key: Record<string, string>) =>
    anonymous.post('/api/1/user/delete/finish', { nonce }, key);

  const completed = async () => {
    const { user_id, username, nonce } = await beginRegistration(platform);
    await platform.api.post('/api/1/user/complete', { auth_nonce: nonce });
    return { user_id, nonce: await mailedNonce(platform, username) };
  };

  it('belongs to one user: another user of the client with the same key gets an answer of their own', async () => {
    const [first, second] = [await begun(platform), await begun(platform)];
    const identifier = `60${randomUUID().slice(0, 13)}`;
    const issued = await platform.api.post('/api/1/admin/cards', { definition: 'default', identifiers: [identifier] });
    const [card] = (issued.body as IssuedCards).cards;
    await platform.api.post('/api/1/card/add', { auth_nonce: first.auth_nonce, identifier });
    const key = newKey();
    const feature = async (user: string) =>
      (await platform.asUser(user, 'cards')).post(`/api/1/card/${card?.id}:feature`, undefined, key);
    const own = await feature(first.user_id);
    expect([own.status, (own.body as Card).identifier]).toEqual([200, identifier]);
    const foreign = await feature(second.user_id);
    expect(code(foreign)).toEqual([404, 'card-not-found']);
    expect(foreign.text).not.toContain(identifier);
    const again = await feature(first.user_id);
    expect([again.text, replayed(again)]).toEqual([own.text, 'true']);
  });

  it('belongs to one client: another client with the same key and body gets a client of its own', async () => {
    const wanted = { name: 'Other', scopes: ['admin'] };
    const other = await platform.api.as((await platform.api.post(clients, wanted)).body as ClientWithSecret);
    const key = newKey();
    const body = { name: 'Made with a key', scopes: ['users:read'] };
    const first = await platform.api.post(clients, body, key);
    const foreign = await other.post(clients, body, key);
    expect([first.status, foreign.status, replayed(foreign)]).toEqual([201, 201, null]);
    const [mine, theirs] = [first, foreign].map((answer) => answer.body as ClientWithSecret);
    expect(theirs?.id).not.toBe(mine?.id);
    expect(foreign.text).not.toContain(mine?.secret);
    expect((await other.post(clients, body, key)).text).toBe(foreign.text);
    expect((await platform.api.post(clients, body, key)).text).toBe(first.text);
  });

  it('belongs to one path: the same key closes two accounts', async () => {
    const key = newKey();
    for (const { user_id } of [await register(platform), await register(platform)]) {
      const closed = await platform.api.post(`/api/1/user/${user_id}/delete`, undefined, key);
      expect([closed.status, replayed(closed)]).toEqual([200, null]);
      expect(code(await platform.api.get(`/api/1/user/details/${user_id}`))).toEqual([404, 'user-not-found']);
      const again = await platform.api.post(`/api/1/user/${user_id}/delete`, undefined, key);
      expect([again.status, replayed(again)]).toEqual([200, 'true']);
    }
  });

  it('belongs to one nonce on row 20: strangers with the same key do not block each other', async () => {
    const people = [await completed(), await completed()];
    const key = newKey();
    const answers = await Promise.all(people.map(({ nonce }) => row20(nonce, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const [index, { nonce }] of people.entries()) {
      const again = await row20(nonce, key);
      expect([again.status, again.text, replayed(again)]).toEqual([200, answers[index]?.text, 'true']);
    }
  });

  it('belongs to one nonce on row 20 even for a caller with a token', async () => {
    const people = [await completed(), await completed()];
    const key = newKey();
    for (const { nonce } of people) expect((await row20(nonce, key, platform.api)).status).toBe(200);
    const again = await row20(people[0]?.nonce, key);
    expect([again.status, replayed(again)]).toEqual([200, 'true']);
  });

  it('belongs to one nonce on row 27: strangers with the same key do not block each other', async () => {
    const key = newKey();
    for (const { user_id, username } of [await register(platform), await register(platform)]) {
      await platform.api.post(`/api/1/user/${user_id}/delete`);
      const nonce = await mailedNonce(platform, username, 2);
      const first = await row27(nonce, key);
      expect([first.status, replayed(first)]).toEqual([200, null]);
      const again = await row27(nonce, key);
      expect([again.status, again.text, replayed(again)]).toEqual([200, first.text, 'true']);
    }
  });

  it('is 422 with the same nonce and another body', async () => {
    const { nonce } = await completed();
    const key = newKey();
    expect((await row20(nonce, key)).status).toBe(200);
    expect(code(await row20(nonce, key, anonymous, { more: 1 }))).toEqual([422, 'idempotency-key-reused']);
  });

  it('is ignored where the nonce is only read: 50 keys leave no row', async () => {
    const { nonce } = await completed();
    const keys = Array.from({ length: 50 }, newKey);
    for (const key of keys) {
      const answer = await anonymous.post('/api/1/user/activator/registration', { nonce }, key);
      expect([answer.status, replayed(answer), await keptIn(key)]).toEqual([200, null, []]);
    }
  });

  it('is not bound by refusals of a caller without a token, which leave no row', async () => {
    const { nonce } = await completed();
    const key = newKey();
    for (const wrong of ['x'.repeat(43), 'y'.repeat(60_000), 7, undefined, ['z']]) {
      expect((await row20(wrong, key)).status).toBe(400);
      expect((await row27(wrong, key)).status).toBe(400);
    }
    expect((await anonymous.post('/api/1/user/activator/uniquelink', '{', key)).status).toBe(400);
    expect(await keptIn(key)).toEqual([]);
    const right = await row20(nonce, key);
    expect([right.status, replayed(right)]).toEqual([200, null]);
    const [row, ...others] = await keptIn(key);
    expect(others).toEqual([]);
    // The table must not show the nonce.
    expect(JSON.stringify(row)).not.toContain(nonce);
    expect(code(await row20(nonce, newKey()))).toEqual([410, 'nonce-gone']);
  });

  it('of row 2 is not bound by a refused event: the corrected body is 202 with the same key', async () => {
    const $id = `${platform.url}/api/1/terminal/events/corrected`;
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    const properties = { amount: { type: 'integer' } };
    await platform.api.put('/api/1/terminal/events/corrected', { $id, $schema, type: 'object', properties });
    const { user_id } = await begun(platform);
    const key = newKey();
    const send = (data: object) => platform.api.post(`/api/1/terminal/${user_id}/events/corrected`, data, key);
    expect(code(await send({ amount: 'x' }))).toEqual([422, 'event-data-invalid']);
    const corrected = await send({ amount: 1 });
    expect([corrected.status, replayed(corrected)]).toEqual([202, null]);
    expect((await send({ amount: 1 })).text).toBe(corrected.text);
    expect(code(await send({ amount: 2 }))).toEqual([422, 'idempotency-key-reused']);
  });
});
