import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import type { Registration } from '@ces/contracts/identity/credentials';
import { openSteps } from '@ces/contracts/identity/registration';
import { connectionRemoved, type Connection } from '@ces/contracts/identity/users';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { beginRegistration, mailedNonce, newName, password } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { oauthForm } from '@ces/testing/gateway/user-tokens';
import { SignJWT } from 'jose';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';

describe('row 12 with the user_id of a user made by row 5', () => {
  let platform: Platform;
  let stranger: ApiClient;
  let provider: Server;
  let issuer: string;
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  beforeAll(async () => {
    platform = await Platform.start({ PROVIDER_ALLOW_CIDRS: '127.0.0.1' });
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: false }));
    const wanted = { name: 'Stranger', scopes: ['registration', 'users:write'] };
    const made = await platform.api.post('/api/1/admin/clients', wanted);
    stranger = await platform.api.as(made.body as ClientWithSecret);
    const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' };
    provider = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const settings = { issuer, client_ids: ['shop'], jwks_uri: `${issuer}/jwks` };
    await platform.api.put('/api/1/admin/providers/theirs', settings);
  });

  afterAll(async () => {
    await platform.stop();
    await new Promise((resolve) => provider.close(resolve));
  });

  const makeUser = async (owner: string, api = platform.api) =>
    ((await api.post(`/api/1/oauth2/provider/theirs/${owner}`)).body as Connection).user_id;
  const join = (user_id: string, api = platform.api, username = newName()) =>
    api.post('/api/1/user/credentials', { username, password, user_id });
  const signInAtProvider = async (owner: string) => {
    const claims = new SignJWT({})
      .setJti(randomUUID())
      .setProtectedHeader({ alg: 'RS256', kid: 'key' })
      .setIssuer(issuer);
    const token = claims.setAudience('shop').setSubject(owner).setIssuedAt().setExpirationTime('5m');
    return oauthForm(platform, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      subject_token: await token.sign(keys.privateKey),
    });
  };
  const withoutId = ({ status, text }: ApiAnswer) => ({
    status,
    text: text.replace(/"request_id":"[^"]+"/, '"request_id":""'),
  });
  const database = () => platform.services.identity.get(DataSource);

  it('joins the credentials to that user, for the client that made the user', async () => {
    const user_id = await makeUser('joinable');
    const username = newName();
    expect(await join(user_id, platform.api, username)).toMatchObject({
      status: 200,
      body: { user_id, new_user: false },
    });
    expect(await join(user_id, platform.api, username)).toMatchObject({ body: { user_id, new_user: false } });
  });

  it('answers 409 user-not-joinable alike for every user that cannot be joined or does not exist', async () => {
    const closed = await makeUser('closed');
    await platform.api.post(`/api/1/user/${closed}/delete`);
    const signedIn = await makeUser('signed-in');
    expect((await signInAtProvider('signed-in')).status).toBe(200);
    const withCredentials = await makeUser('with-credentials');
    expect((await join(withCredentials)).status).toBe(200);
    const ofBefore = await makeUser('of-before');
    await database().query('UPDATE app_user SET made_by = NULL WHERE id = $1', [ofBefore]);
    const { user_id: registered } = await beginRegistration(platform);
    const tries: [string, string, ApiClient][] = [
      ['made by another client', await makeUser('of-another'), stranger],
      ['made by the other client', await makeUser('of-stranger', stranger), platform.api],
      ['signed in at a provider', signedIn, platform.api],
      ['has credentials', withCredentials, platform.api],
      ['has credentials, asked by a stranger', withCredentials, stranger],
      ['registered by itself', registered, platform.api],
      ['closed', closed, platform.api],
      ['of no known maker', ofBefore, platform.api],
      ['unknown', 'A'.repeat(25), platform.api],
      ['malformed', 'x', platform.api],
      ['empty', '', platform.api],
    ];
    const first = withoutId(await join('B'.repeat(25)));
    expect(first).toMatchObject({ status: 409, text: expect.stringContaining('"code":"user-not-joinable"') });
    for (const [what, user_id, api] of tries) {
      expect([what, withoutId(await join(user_id, api))]).toEqual([what, first]);
    }
  });

  it('joins one of ten credentials with different names that come at the same time', async () => {
    const user_id = await makeUser('ten-names');
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(user_id)));
    expect(answers.map((each) => each.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('does not join credentials of a stranger to a user that another client made', async () => {
    const user_id = await makeUser('victim');
    const username = newName();
    await join(user_id, stranger, username);
    const available = await platform.api.post('/api/1/user/credentials/available', { username });
    expect(available.body).toEqual({ available: true });
    expect((await join(user_id)).status).toBe(200);
  });

  it('continues a registration only for its own user_id, even with the right password', async () => {
    const { username, user_id } = await beginRegistration(platform);
    const own = await join(user_id, platform.api, username);
    expect((own.body as Registration).user_id).toBe(user_id);
    const answers = [await join('A'.repeat(25), platform.api, username), await join('x', platform.api, username)];
    for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { code: 'username-taken' } });
  });

  it('remembers that a user has signed in after its tokens are gone', async () => {
    const user_id = await makeUser('left-again');
    await signInAtProvider('left-again');
    await database().query('DELETE FROM oauth_payload WHERE user_id = $1', [user_id]);
    expect(await join(user_id)).toMatchObject({ status: 409, body: { code: 'user-not-joinable' } });
  });

  it('ends the access of a stranger when the owner of the mailbox sets a new password', async () => {
    const user_id = await makeUser('stranger');
    const username = newName();
    const { nonce } = (await join(user_id, platform.api, username)).body as Registration;
    await platform.api.post('/api/1/user/person', { auth_nonce: nonce, firstName: 'A', lastName: 'B' });
    await platform.api.post('/api/1/user/complete', { auth_nonce: nonce });
    const { access_token } = await signInAtProvider('stranger');
    const me = () => platform.api.withToken(access_token).get('/api/1/user/person/me');
    expect((await me()).status).toBe(200);

    const own = 'the password of the owner';
    const activation = await mailedNonce(platform, username);
    await platform.api.post('/api/1/user/activator/password', { nonce: activation, password: own });
    expect((await signInAtProvider('stranger')).status).toBe(400);
    expect((await platform.api.get('/api/1/oauth2/provider/theirs/stranger')).status).toBe(404);
    await eventually(async () => {
      expect((await me()).status).toBe(401);
    });
    expect((await oauthForm(platform, { grant_type: 'password', username, password: own })).status).toBe(200);
    const told = await database().query<{ payload: string }[]>(
      `SELECT payload FROM outbox WHERE subject = $1 AND payload::json ->> 'user_id' = $2`,
      [connectionRemoved.subject, user_id],
    );
    expect(told.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      { provider_name: 'theirs', owner_id: 'stranger', user_id },
    ]);
  });
});
