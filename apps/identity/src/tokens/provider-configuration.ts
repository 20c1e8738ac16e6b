import { hkdfSync } from 'node:crypto';
import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { KnownClients } from '../clients/known-clients.js';
import type { GrantsService } from '../grants/grants.service.js';
import type { IdentityConfig } from '../identity.config.js';
import type { KeySet } from '../keys/signing-keys.service.js';
import { signInPath, type SignInPages } from '../sign-in/sign-in-pages.js';
import { accessTokenSeconds, audience } from './access-token.js';
import type { AccountsService } from './accounts.service.js';
import { clientExtras, extrasOf } from './client-metadata.js';
import { addScopes, apiOf, openIdScopes } from './issue-user-tokens.js';
import { lifetimes } from './lifetimes.js';
import { adapterFor } from './payload-adapter.js';
import { resourceServerOf } from './resource-server.js';

export interface Parts {
  config: IdentityConfig;
  keys: KeySet;
  clients: KnownClients;
  grants: GrantsService;
  accounts: AccountsService;
  pages: SignInPages;
}

const off = { enabled: false };

/** oidc-provider with what is offered here: client_credentials, and users by code and PKCE. */
export function providerConfiguration({ config, keys, clients, grants, accounts, pages }: Parts): Configuration {
  const api = apiOf(config.PUBLIC_URL);
  const { active, published } = keys;
  return {
    adapter: (model: string) => adapterFor(model, clients, grants),
    // The active one first: the library signs id_tokens with the first that fits.
    jwks: { keys: [active, ...published.filter(({ kid }) => kid !== active.kid)] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    extraClientMetadata: { properties: clientExtras },
    scopes: [...openIdScopes],
    claims: { openid: ['sub', 'amr', 'auth_time'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, _client, source) => source.scopes.has('offline_access'),
    clientBasedCORS: () => false,
    cookies: {
      keys: config.SECRETS_KEY.map(cookieKey),
      names: { session: 'ces_session', interaction: 'ces_sign_in', resume: 'ces_sign_in_resume' },
    },
    routes: {
      token: '/oauth2/token',
      authorization: '/oauth2/authorize',
      end_session: '/oauth2/logout',
      jwks: '/.well-known/jwks.json',
    },
    ttl: { ClientCredentials: accessTokenSeconds, AccessToken: accessTokenSeconds, ...lifetimes },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${signInPath}/${uid}` },
    findAccount: async (_ctx, accountId) =>
      (await accounts.maySignIn(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    loadExistingGrant: (ctx) => loadGrant(ctx, api),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      // An access token for the API is none for the library's userinfo: that one is ours.
      userinfo: off,
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          pages.askToSignOut(ctx, form);
        },
        postLogoutSuccessSource: (ctx) => {
          pages.signedOut(ctx);
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => api,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource) => {
          if (resource !== api && resource !== audience) throw new errors.InvalidTarget();
          return resourceServerOf(ctx, active.kid);
        },
      },
    },
    formats: {
      customizers: {
        jwt: async (ctx, token, { payload }) => {
          const ofUser = token.kind === 'AccessToken';
          if (ofUser) await note(grants, payload, token);
          const token_use = ofUser ? 'user' : 'client';
          Object.assign(payload, { scope: payload.scope ?? '', token_use, ver: extrasOf(ctx).ces_version });
        },
      },
    },
    renderError: (ctx, out, error) => {
      // The token endpoint speaks JSON, whatever a client says it would like.
      if (ctx.oidc.route !== 'token' && ctx.accepts('json', 'html') === 'html') pages.fault(ctx, error);
      else ctx.body = out;
    },
  };
}

/** A session that outlived its user's right to sign in asks who is there, like none. */
function policy() {
  const { Check, base } = interactionPolicy;
  const prompts = base();
  const gone = new Check('no_account', 'the account may not sign in', 'login_required', ({ oidc }) =>
    oidc.session?.accountId !== undefined && !oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  prompts.get('login')?.checks.add(gone);
  return prompts;
}

/** Clients of the house need no consent: what they ask for is granted. Others have what the user allowed in this session. */
async function loadGrant(ctx: KoaContextWithOIDC, api: string) {
  const { provider, client, session, account, result, params } = ctx.oidc;
  if (!client || !account) return undefined;
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const existing = known?.accountId === account.accountId ? known : undefined;
  if (!extrasOf(ctx).ces_first_party) return existing;
  const grant = existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  addScopes(grant, api, typeof params?.['scope'] === 'string' ? params['scope'].split(' ') : []);
  await grant.save();
  return grant;
}

interface Issued {
  accountId?: string | undefined;
  grantId?: string | undefined;
}

/** Access tokens of a user can end before their time, one grant's together. */
async function note(grants: GrantsService, payload: { jti?: unknown }, token: Issued): Promise<void> {
  const { accountId, grantId } = token;
  if (accountId === undefined || grantId === undefined) throw new Error('a token of nobody');
  const noted = { jti: String(payload.jti), user_id: accountId, grant_id: grantId, seconds: accessTokenSeconds };
  if (!(await grants.noteAccessToken(noted))) throw new errors.InvalidGrant('the account may not sign in');
}

/** All replicas can read each other's cookies, and keep doing so while SECRETS_KEY changes. */
function cookieKey(secret: string): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'cookies', 32)).toString('base64url');
}
