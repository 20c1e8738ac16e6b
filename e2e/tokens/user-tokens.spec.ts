import { rotateKeys } from '@ces/contracts/identity/tokens/signing-keys';
import { TokenRules } from '@ces/auth/access-token.strategy';
import { inCall } from '@ces/messaging/calls/call-context';
import { Browser } from '@ces/testing/gateway/browser';
import { eventually } from '@ces/testing/eventually';
import { callback, Platform } from '../platform/platform.js';
import { password, type Registered } from '@ces/testing/gateway/registrations';
import { codeFor, oauthForm, openSignIn, redeem, signIn } from '@ces/testing/gateway/user-tokens';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as openid from 'openid-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { SigningKeysService } from '../../apps/identity/src/keys/signing-keys.service.js';
import { replicaWith } from '../../apps/identity/test/replica-with.js';
import { noticeMs, OauthWorld } from '../platform/oauth-world.js';

describe('tokens of users', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;

  beforeAll(async () => {
    world = await OauthWorld.start();
    ({ platform, anna } = world);
  });

  afterAll(() => world.stop());

  it('rotate with every refresh, keep their scope, and can be narrowed but not widened', async () => {
    const first = await signIn(platform, anna.username, password, 'openid profile offline_access');
    const second = await world.refresh(first.refresh_token);
    expect(second).toMatchObject({ status: 200, scope: 'openid profile offline_access', expires_in: 900 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.id_token ?? '')).toMatchObject({ sub: anna.user_id, aud: platform.credentials.id });
    const third = await world.refresh(second.refresh_token, { scope: 'profile' });
    expect(third).toMatchObject({ status: 200, scope: 'profile' });
    expect(await world.refresh(third.refresh_token, { scope: 'cards' })).toMatchObject({ error: 'invalid_scope' });
  });

  it('leave database connections for readers while their rows wait to be written', async () => {
    const database = platform.services.identity.get(DataSource);
    const holder = database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE oauth_payload IN ACCESS EXCLUSIVE MODE');
    const crowd = Array.from({ length: 30 }, () => world.byPassword(anna));
    try {
      expect(await untilBlocked(holder, { count: 3, statement: 'oauth_payload' })).toHaveLength(3);
      await sleep(1_000); // until the other requests wait, too
      for (let n = 0; n < 20; n += 1) {
        expect((await platform.api.get(`/api/1/user/details/${anna.user_id}`)).status).toBe(200);
      }
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  it('come without a refresh token when offline_access was not asked for', async () => {
    expect((await signIn(platform, anna.username, password, 'openid')).refresh_token).toBeUndefined();
  });

  it('are issued once for a code, and its second use ends them', async () => {
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, anna.username, password);
    const tokens = await redeem(platform, code, begun.verifier);
    expect(await world.statusOf(tokens)).toBe(200);
    expect(await redeem(platform, code, begun.verifier)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await world.refresh(tokens.refresh_token)).toMatchObject({ status: 400 });
    await eventually(async () => {
      expect(await world.statusOf(tokens)).toBe(401);
    }, noticeMs);
  });

  it('are issued once for a code that is redeemed ten times at once', async () => {
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, anna.username, password);
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(platform, code, begun.verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are not issued for a code with another verifier, without one, or to another client', async () => {
    const other = await world.newClient();
    const begun = await openSignIn(platform);
    const code = await codeFor(begun, anna.username, password);
    const form = { grant_type: 'authorization_code', code, redirect_uri: callback };
    expect(await redeem(platform, code, 'x'.repeat(43))).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await oauthForm(platform, form)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const stolen = await oauthForm(platform, { ...form, code_verifier: begun.verifier }, other);
    expect(stolen).toMatchObject({ status: 400, error: 'invalid_grant' });
    const { refresh_token = '' } = await world.byPassword(anna);
    const moved = await oauthForm(platform, { grant_type: 'refresh_token', refresh_token }, other);
    expect(moved).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await world.refresh(refresh_token)).toMatchObject({ status: 200 });
  });

  it('are issued for a password only to first-party clients, with the scopes of client and request', async () => {
    expect(await world.byPassword(anna, 'cards')).toMatchObject({ status: 200, scope: 'cards', token_type: 'Bearer' });
    const all = await world.byPassword(anna);
    expect(all.scope).toBe('profile cards optins rewards account openid offline_access');
    expect(decodeJwt(all.id_token ?? '')).toMatchObject({ sub: anna.user_id, amr: ['pwd'] });
    expect(await world.statusOf(all)).toBe(200);
    const form = { grant_type: 'password', username: anna.username, password };
    for (const more of [{ first_party: false }, { scopes: ['registration', 'admin'] as never }]) {
      const refused = await oauthForm(platform, form, await world.newClient(more));
      expect([refused.status, refused.error]).toEqual([400, 'unauthorized_client']);
    }
    const little = await world.newClient({ scopes: ['optins'] });
    expect(await oauthForm(platform, { ...form, scope: 'cards' }, little)).toMatchObject({ error: 'invalid_scope' });
    expect(await oauthForm(platform, form, little)).toMatchObject({ status: 200, scope: 'optins' });
    for (const odd of [{ password: 'wrong' }, { username: 'nobody@example.com' }, { username: '\0', password: '\0' }]) {
      const refused = await oauthForm(platform, { ...form, ...odd });
      expect([refused.status, refused.error]).toEqual([400, 'invalid_grant']);
    }
    expect(await oauthForm(platform, { grant_type: 'password' })).toMatchObject({
      status: 400,
      error: 'invalid_request',
    });
  });

  it('are not renewed for a client that is not first-party any more, if they came by a password', async () => {
    const client = await world.newClient();
    const form = { grant_type: 'password', username: anna.username, password };
    const { refresh_token = '' } = await oauthForm(platform, form, client);
    const renew = () => oauthForm(platform, { grant_type: 'refresh_token', refresh_token }, client);
    const firstParty = (first_party: boolean) =>
      platform.api.send('PATCH', `/api/1/admin/clients/${client.id}`, { body: { first_party } });
    expect((await firstParty(false)).status).toBe(200);
    await eventually(async () => {
      expect(await renew()).toMatchObject({ status: 400, error: 'invalid_grant' });
    });
    await firstParty(true);
    await eventually(async () => {
      expect((await renew()).status).toBe(200);
    });
  });

  it('can be revoked one by one, and introspected only by their client and by administrators', async () => {
    const tokens = await world.byPassword(anna);
    const refresh_token = tokens.refresh_token ?? '';
    const other = await world.newClient({ scopes: ['cards'] });
    for (const token of [tokens.access_token, refresh_token]) {
      expect(await oauthForm(platform, { token }, other, 'introspect')).toMatchObject({ active: false });
      await oauthForm(platform, { token }, other, 'revoke');
      expect(await world.introspect(token)).toMatchObject({ active: true, sub: anna.user_id });
    }
    expect((await oauthForm(platform, { token: tokens.access_token }, platform.credentials, 'revoke')).status).toBe(
      200,
    );
    await eventually(async () => {
      expect(await world.statusOf(tokens)).toBe(401);
    }, noticeMs);
    expect(await world.introspect(refresh_token)).toMatchObject({ active: true });
  });

  it('lose the scopes that their client loses', async () => {
    const client = await world.newClient();
    const form = { grant_type: 'password', username: anna.username, password };
    const tokens = await oauthForm(platform, form, client);
    const scopes = ['cards', 'offline_access'];
    await platform.api.send('PATCH', `/api/1/admin/clients/${client.id}`, { body: { scopes } });
    await eventually(async () => {
      expect(await world.statusOf(tokens)).toBe(401);
      const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', scope: 'cards' };
      expect(await oauthForm(platform, again, client)).toMatchObject({ status: 200, scope: 'cards' });
    }, noticeMs);
  });

  it('open in userinfo what their scope allows', async () => {
    const info = async (token: string) => {
      const answer = await fetch(`${platform.url}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } });
      return { status: answer.status, body: await answer.json() };
    };
    const little = await world.byPassword(anna, 'openid');
    expect(await info(little.access_token)).toEqual({ status: 200, body: { sub: anna.user_id } });
    expect(await info((await world.byPassword(anna, 'openid profile')).access_token)).toMatchObject({
      body: { email: anna.username, email_verified: true },
    });
    expect(await info((await world.byPassword(anna, 'profile')).access_token)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
    const gone = (await platform.asUser('A'.repeat(25), 'openid profile')).bearer;
    for (const bad of ['x', little.id_token ?? '', gone]) {
      expect(await info(bad)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    }
  });

  it('work when the signing key is rotated in the middle of a sign-in', async () => {
    const begun = await openSignIn(platform, {}, new Browser(platform.url));
    await inCall({ requestId: 'spec' }, () => platform.messaging.bus.call(rotateKeys, {}));
    const tokens = await redeem(platform, await codeFor(begun, anna.username, password), begun.verifier);
    expect(await world.statusOf(tokens)).toBe(200);
    expect(await world.refresh(tokens.refresh_token)).toMatchObject({ status: 200 });
  });

  it('have ES256 by configuration, and those of RS256 from before stay good', async () => {
    const { identity } = platform.services;
    const [keys, replica] = [identity.get(SigningKeysService), replicaWith(identity, 'ES256')];
    const before = await world.signInByLibrary(anna);
    await replica.rotate();
    await replica.rotate();
    await keys.refresh();
    for (const gateway of platform.gateways) await gateway.get(TokenRules).keys.load();
    const { config, tokens } = await world.signInByLibrary(anna);
    const algorithms = [before.tokens, tokens].map(({ id_token = '', access_token }) =>
      [id_token, access_token].map((token) => decodeProtectedHeader(token).alg),
    );
    expect(algorithms).toEqual([
      ['RS256', 'RS256'],
      ['ES256', 'ES256'],
    ]);
    expect(config.serverMetadata().id_token_signing_alg_values_supported).toEqual(['ES256', 'RS256']);
    for (const { access_token } of [before.tokens, tokens]) {
      expect(await world.statusOf({ access_token })).toBe(200);
      expect(await openid.tokenIntrospection(config, access_token)).toMatchObject({ active: true });
    }
    const end = openid.buildEndSessionUrl(config, { id_token_hint: before.tokens.id_token ?? '' });
    expect((await before.browser.open(end)).html).toContain('<h1>Sign out?</h1>');
  });
});
