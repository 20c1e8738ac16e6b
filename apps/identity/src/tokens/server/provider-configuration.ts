import { isOutage } from '@ces/messaging/storage/outage';
import { isOperatorId } from '@ces/contracts/identity/operators/roles';
import { consoleClientId } from '@ces/contracts/identity/operators/sessions';
import { hkdfSync } from 'node:crypto';
import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { KnownClients } from '../../clients/known-clients.js';
import type { GrantsService } from '../../grants/grants.service.js';
import type { IdentityConfig } from '../../identity.config.js';
import type { KeySet } from '../../keys/signing-keys.service.js';
import { accessTokenSeconds, lifetimes } from '../../keys/token-lifetimes.js';
import { wantsPage, type LibraryPages } from '../../pages/library-pages.js';
import type { DevicePages } from '../../pages/device-pages.js';
import type { Sealer } from '../../sealing/sealer.js';
import { signInAddress, signUpAddress } from '../../pages/sign-in-address.js';
import type { AccountsService } from '../accounts.service.js';
import { apiOf, isOurApi } from '../protocol/api.js';
import { clientExtras, isForOperators } from '../protocol/client-metadata.js';
import { unavailable } from '../protocol/oauth-fault.js';
import { authorizationPath, devicePath, deviceVerifyPath, jwksPath, tokenPath } from '../protocol/paths.js';
import { resourceServerOf } from '../protocol/resource-server.js';
import { openIdScopes } from '../protocol/scopes.js';
import { customClaims } from './custom-claims.js';
import { adapterFor } from './payload-adapter.js';
import type { UserGrantsService } from './user-grants.service.js';

export interface Parts {
  config: IdentityConfig;
  keys: KeySet;
  clients: KnownClients;
  grants: GrantsService;
  userGrants: UserGrantsService;
  accounts: AccountsService;
  pages: LibraryPages;
  devicePages: DevicePages;
  sealer: Sealer;
}

const off = { enabled: false };

/** Configures oidc-provider for what we offer: client_credentials, and codes with PKCE for users. */
export function providerConfiguration(parts: Parts): Configuration {
  const { keys, grants, accounts, pages } = parts;
  return {
    ...protocol,
    ...aboutUsers(parts),
    clientDefaults: { id_token_signed_response_alg: keys.active.alg },
    adapter: (model: string) => adapterFor(model, parts),
    // The library signs id_tokens with the first key that fits, so the active key comes first.
    jwks: { keys: [keys.active, ...keys.kept.filter(({ kid }) => kid !== keys.active.kid)] },
    features: featuresOf(parts),
    formats: { customizers: { jwt: customClaims(grants, accounts) } },
    renderError: (ctx, out, error) => {
      if (wantsPage(ctx)) pages.fault(ctx, error);
      else ctx.body = isOutage(error) ? unavailable().body : out;
    },
  };
}

const protocol: Configuration = {
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  extraClientMetadata: { properties: clientExtras },
  scopes: [...openIdScopes],
  claims: { openid: ['sub', 'amr', 'auth_time'] },
  responseTypes: ['code'],
  // Kept with the sign-in, so that all its pages have this language.
  extraParams: ['locale'],
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  rotateRefreshToken: true,
  issueRefreshToken: (_ctx, _client, source) => source.scopes.has('offline_access'),
  // The gateway decides which sites may read the answers.
  clientBasedCORS: () => true,
  routes: {
    token: tokenPath,
    authorization: authorizationPath,
    device_authorization: devicePath,
    code_verification: deviceVerifyPath,
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
    interactions: {
      policy: policy(),
      url: (_ctx, { uid, params, prompt }) =>
        prompt.name === 'create' ? signUpAddress(uid) : signInAddress(uid, params['login_hint']),
    },
    findAccount: async (ctx, accountId) =>
      isOfKind(ctx, accountId) && (await accounts.maySignIn(accountId))
        ? { accountId, claims: () => ({ sub: accountId }) }
        : undefined,
    loadExistingGrant: (ctx) => userGrants.load(ctx),
  };
}

function featuresOf({ config, keys, pages, devicePages }: Parts): Configuration['features'] {
  const api = apiOf(config.PUBLIC_URL);
  return {
    clientCredentials: { enabled: true },
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    // The library's userinfo would refuse access tokens for the API, so we serve our own.
    userinfo: off,
    deviceFlow: {
      enabled: true,
      // Without vowels, so that no code is a word.
      charset: 'base-20',
      mask: '****-****',
      deviceInfo: () => ({}),
      userCodeInputSource: (ctx, form, _out, error) => {
        devicePages.askForCode(ctx, form, error);
      },
      userCodeConfirmSource: (ctx, form, client, _device, userCode) => {
        devicePages.confirm(ctx, form, { client: client.clientName ?? client.clientId, userCode });
      },
      successSource: (ctx) => {
        devicePages.done(ctx);
      },
    },
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
        if (!isOurApi(resource, config.PUBLIC_URL)) throw new errors.InvalidTarget();
        return resourceServerOf(ctx, keys.active);
      },
    },
  };
}

/**
 * Treats a session of a closed or deactivated user as absent: oidc-provider prompts again. `prompt=create` asks for a
 * registration first (Initiating User Registration via OpenID Connect 1.0); after it the new account signs in, even in a
 * browser with a session. Operators sign in anew each time: the console keeps a session of its own.
 */
function policy() {
  const { Check, Prompt, base } = interactionPolicy;
  const prompts = base();
  const gone = new Check('no_account', 'the account may not sign in', 'login_required', ({ oidc }) =>
    oidc.session?.accountId !== undefined && !oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  const created = new Check('account_created', 'the new account must sign in', 'login_required', ({ oidc }) =>
    oidc.result?.['create'] !== undefined && oidc.result.login === undefined
      ? Check.REQUEST_PROMPT
      : Check.NO_NEED_TO_PROMPT,
  );
  const anew = new Check('operator_anew', 'the operator must sign in', 'login_required', ({ oidc }) =>
    isForOperators(oidc.client) && oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  prompts.get('login')?.checks.add(anew);
  // A client that runs on the user's machine is treated like any other public one.
  prompts.get('consent')?.checks.remove('native_client_prompt');
  prompts.get('login')?.checks.add(gone);
  prompts.get('login')?.checks.add(created);
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0);
  return prompts;
}

/**
 * Users have no account at a client for operators, and operators none at the others. A sign-out names no client. The console
 * redeems its codes within identity (`CodeFlow`): tokens of the token endpoint would belong to no session.
 */
function isOfKind({ oidc }: KoaContextWithOIDC, accountId: string): boolean {
  if (oidc.route === 'token' && oidc.client?.clientId === consoleClientId) return false;
  return oidc.client === undefined || isOperatorId(accountId) === isForOperators(oidc.client);
}

/** All replicas derive the same keys, so each reads the cookies of the others, also while SECRETS_KEY changes. */
function cookieKey(secret: string): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'cookies', 32)).toString('base64url');
}

/**
 * Seconds that are left of a session: its life begins with the sign-in, and use does not prolong it. A session without
 * a user lasts only while the sign-out page waits for its answer.
 */
function sessionSeconds({
  accountId,
  loginTs,
}: {
  accountId?: string | undefined;
  loginTs?: number | undefined;
}): number {
  if (accountId === undefined) return lifetimes.Interaction;
  const now = Math.floor(Date.now() / 1_000);
  return Math.max(1, (loginTs ?? now) + lifetimes.Session - now);
}
