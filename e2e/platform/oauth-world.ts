import type { NewClient } from '@ces/contracts/identity/clients';
import { everyScope } from '@ces/contracts/identity/tokens/scopes';
import { type ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { openSteps } from '@ces/contracts/identity/registration';
import { Browser } from '@ces/testing/gateway/browser';
import * as openid from 'openid-client';
import { callback, Platform } from './platform.js';
import { password, register, type Registered } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { oauthForm, type Tokens } from '@ces/testing/gateway/user-tokens';

/** The gateway notices a revocation in this time, even on a busy machine. */
export const noticeMs = 5_000;

export class OauthWorld {
  private constructor(
    readonly platform: Platform,
    readonly anna: Registered,
  ) {}

  static async start(settings?: Record<string, string>): Promise<OauthWorld> {
    const platform = await Platform.start(settings);
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: false }));
    return new OauthWorld(platform, await register(platform));
  }

  static async shared(): Promise<OauthWorld> {
    const platform = await Platform.shared();
    return new OauthWorld(platform, await register(platform));
  }

  stop(): Promise<void> {
    return this.platform.stop();
  }

  async newClient(more: Partial<NewClient> = {}): Promise<ClientWithSecret> {
    const wanted = { name: 'Other', scopes: everyScope, redirect_uris: [callback], first_party: true, ...more };
    return (await this.platform.api.post('/api/1/admin/clients', wanted)).body as ClientWithSecret;
  }

  /** Unmodified openid-client signs in by code and PKCE, and checks the signature of the id_token. */
  async signInByLibrary({ username }: Registered) {
    const { platform } = this;
    const { id, secret } = platform.credentials;
    const config = await openid.discovery(new URL(platform.url), id, secret, undefined, {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the spec's own server speaks plain HTTP
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    });
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
    const begin = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid profile offline_access',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    });
    const browser = new Browser(platform.url);
    const form = await browser.open(begin);
    const back = await browser.submit(form, { username: username, password, action: 'sign-in' });
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(config, new URL(back.url), checks);
    return { config, browser, begin, tokens };
  }

  byPassword({ username }: Registered, scope?: string): Promise<Tokens> {
    const form = { grant_type: 'password', username, password, ...(scope === undefined ? {} : { scope }) };
    return oauthForm(this.platform, form);
  }

  refresh(token: string | undefined, more: object = {}): Promise<Tokens> {
    return oauthForm(this.platform, { grant_type: 'refresh_token', refresh_token: token ?? '', ...more });
  }

  async statusOf({ access_token }: Pick<Tokens, 'access_token'>): Promise<number> {
    return (await this.platform.api.withToken(access_token).get('/api/1/user/person/me')).status;
  }

  introspect(token: string): Promise<Pick<Tokens, 'active'>> {
    return oauthForm(this.platform, { token }, this.platform.credentials, 'introspect');
  }
}
