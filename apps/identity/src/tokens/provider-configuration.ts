import { isOutage } from '@ces/messaging/facts/settle';
import { hkdfSync } from 'node:crypto';
import { errors, interactionPolicy, type Configuration } from 'oidc-provider';
import type { KnownClients } from '../clients/known-clients.js';
import type { GrantsService } from '../grants/grants.service.js';
import type { IdentityConfig } from '../identity.config.js';
import type { KeySet } from '../keys/signing-keys.service.js';
import { signInAddress, wantsPage, type SignInPages } from '../sign-in/sign-in-pages.js';
import { accessTokenSeconds, audience } from './access-token.js';
import type { AccountsService } from './accounts.service.js';
import { clientExtras, extrasOf } from './client-metadata.js';
import { apiOf, openIdScopes } from './issue-user-tokens.js';
import { lifetimes, sessionSeconds } from './lifetimes.js';
import { unavailable } from './oauth-fault.js';
import { adapterFor } from './payload-adapter.js';
import { authorizationPath, jwksPath, tokenPath } from './paths.js';
import { resourceServerOf } from './resource-server.js';
import type { UserGrants } from './user-grants.js';

export interface Parts {
  config: IdentityConfig;
  keys: KeySet;
  clients: KnownClients;
  grants: GrantsService;
  userGrants: UserGrants;
  accounts: AccountsService;
  pages: SignInPages;
}

const off = { enabled: false };

/** oidc-provider with what is offered here: client_credentials, and users by code and PKCE. */
export function providerConfiguration(parts: Parts): Configuration {
  const { keys, clients, grants, pages } = parts;
  return {
    ...protocol,
    ...aboutUsers(parts),
    adapter: (model: string) => adapterFor(model, clients, grants),
    // The active one first: the library signs id_tokens with the first that fits.
    jwks: { keys: [keys.active, ...keys.kept.filter(({ kid }) => kid !== keys.active.kid)] },
    features: featuresOf(parts),
    formats: { customizers: { jwt: claimsFor(grants) } },
    renderError: (ctx, out, error) => {
      if (wantsPage(ctx)) pages.fault(ctx, error);
      else ctx.body = isOutage(error) ? unavailable().body : out;
    },
  };
}

const protocol: Configuration = {
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
  // The gateway decides which pages may read the answers.
  clientBasedCORS: () => true,
  routes: {
    token: tokenPath,
    authorization: authorizationPath,
    end_session: '/oauth2/logout',
    jwks: jwksPath,
  },
  ttl: {
    ...lifetimes,
    ClientCredentials: accessTokenSeconds,
    AccessToken: accessTokenSeconds,
    Session: (_ctx, session) => sessionSeconds(session),
  },
};

function aboutUsers({ config, accounts, userGrants }: Parts): Configuration {
  return {
    cookies: {
      keys: config.SECRETS_KEY.map(cookieKey),
      names: { session: 'ces_session', interaction: 'ces_sign_in', resume: 'ces_sign_in_resume' },
    },
    interactions: { policy: policy(), url: (_ctx, { uid, params }) => signInAddress(uid, params['login_hint']) },
    findAccount: async (_ctx, accountId) =>
      (await accounts.maySignIn(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    loadExistingGrant: (ctx) => userGrants.load(ctx),
  };
}

function featuresOf({ config, keys, pages }: Parts): Configuration['features'] {
  const api = apiOf(config.PUBLIC_URL);
  return {
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
        return resourceServerOf(ctx, keys.active.kid);
      },
    },
  };
}

type Customizers = NonNullable<NonNullable<Configuration['formats']>['customizers']>;

function claimsFor(grants: GrantsService): NonNullable<Customizers['jwt']> {
  return async (ctx, token, { payload }) => {
    const ofUser = token.kind === 'AccessToken';
    if (ofUser) await note(grants, payload, token);
    const token_use = ofUser ? 'user' : 'client';
    Object.assign(payload, { scope: payload.scope ?? '', token_use, ver: extrasOf(ctx).ces_version });
  };
}

interface Issued {
  accountId?: string | undefined;
  grantId?: string | undefined;
}

/** Access tokens of a user can end before their time, one grant's together. */
async function note(grants: GrantsService, payload: { jti?: unknown }, token: Issued): Promise<void> {
  const { accountId, grantId } = token;
  if (accountId === undefined || grantId === undefined) throw new Error('a token of nobody');
  const jti = String(payload.jti);
  await grants.noteAccessToken({ jti, user_id: accountId, grant_id: grantId, seconds: accessTokenSeconds });
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

/** All replicas can read each other's cookies, and keep doing so while SECRETS_KEY changes. */
function cookieKey(secret: string): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'cookies', 32)).toString('base64url');
}
