import { commonHeaders, headersOf } from './answer-headers.js';
import { locale, marks } from './parameters.js';
import { problemAnswers } from './problem-answers.js';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

interface OAuthOperation {
  id: string;
  summary: string;
  description: string;
  /** The name of the schema of the form. */
  form?: string;
  parameters?: object[];
  security?: Record<string, string[]>[];
  answers: Record<string, object>;
  /** Statuses of refusals with a body of OAuth. */
  refusals: number[];
}

function json(description: string, schema: string, type = 'application/json'): object {
  return {
    description,
    headers: headersOf(commonHeaders),
    content: { [type]: { schema: ref(schema) } },
  };
}

const words: Record<number, string> = {
  400: 'The request is not right: `error` says why.',
  401: 'The client, or the token, is not known.',
  403: 'The token has not the scope `openid`.',
  408: 'The body came in too slowly.',
  413: 'The body, or the query, is too large.',
  415: 'The body is no form.',
  429: 'Too many requests, or too many wrong passwords.',
  503: 'The identity service is not available.',
};

function refusal(status: number): object {
  const later = status === 429 || status === 503 ? ['Retry-After'] : [];
  const token = status === 401 || status === 403 ? ['WWW-Authenticate'] : [];
  return {
    description: words[status],
    headers: headersOf([...commonHeaders, ...later, ...token]),
    content: { 'application/json': { schema: ref('OAuthError') } },
  };
}

function operation({
  id,
  summary,
  description,
  form,
  parameters = [],
  security = [],
  answers,
  refusals,
}: OAuthOperation) {
  const content = { 'application/x-www-form-urlencoded': { schema: ref(form ?? '') } };
  return {
    operationId: `OAuth.${id}`,
    summary,
    description,
    tags: ['Sign-in and tokens'],
    security,
    parameters: [...parameters, locale, ...marks],
    ...(form === undefined ? {} : { requestBody: { required: true, content } }),
    responses: {
      ...answers,
      ...Object.fromEntries(refusals.map((status) => [String(status), refusal(status)])),
      ...Object.fromEntries(problemAnswers(['headers-too-large'])),
    },
  };
}

function metadata(id: string, summary: string, description: string, schema: string, type?: string): object {
  const problems = problemAnswers(['parameter-invalid', 'rate-limited', 'service-unavailable', 'headers-too-large']);
  return {
    get: {
      operationId: `OAuth.${id}`,
      summary,
      description,
      tags: ['Sign-in and tokens'],
      security: [],
      parameters: [locale, ...marks],
      responses: { '200': json(schema, schema, type), ...Object.fromEntries(problems) },
    },
  };
}

const bySecret = [{ client_credentials: [] }, {}];
const ofPosts = [400, 408, 413, 415, 429, 503];
const ofForms = [400, 401, 408, 413, 415, 429, 503];

function query(name: string, description: string, required: boolean, schema: object = { type: 'string' }): object {
  return { name, in: 'query', required, description, schema };
}

const pages = {
  '303': {
    description: 'The browser goes on: to the page for signing in, or back to the client.',
    headers: headersOf([...commonHeaders, 'Location']),
  },
};
const byForm = { '303': { ...pages['303'], description: 'The browser goes on to the same address by GET.' } };
const page = { 'text/html': { schema: { type: 'string' } } };

/** Each character takes at least one of the bytes that a state may have. */
const state = { type: 'string', maxLength: 2_048 };

const uiLocales = query(
  'ui_locales',
  'Languages of the pages, best first, as tags separated by spaces (OpenID Connect Core, section 3.1.2.1). `locale` takes precedence, and the browser decides when none is known.',
  false,
  { type: 'string', example: 'nl de' },
);

const signInParameters = [
  query('client_id', 'The id of the client.', true, { type: 'string', example: 'cl_7Qm2v9XcT4bLw8Kz' }),
  query('response_type', 'Always `code`.', true, { type: 'string', const: 'code' }),
  query('redirect_uri', 'A registered address of the client.', true, { type: 'string', format: 'uri' }),
  query('code_challenge', 'The hash of the `code_verifier` (PKCE).', true),
  query('code_challenge_method', 'Always `S256`.', true, { type: 'string', const: 'S256' }),
  query('scope', 'The scopes that the client asks for, separated by spaces.', false, {
    type: 'string',
    example: 'openid profile cards',
  }),
  query(
    'state',
    'Comes back with the redirect, so that the client knows its own request. At most 2,048 bytes.',
    false,
    state,
  ),
  query('nonce', 'Comes back in the `id_token`.', false),
  query(
    'prompt',
    '`login`: the user must sign in again. `none`: the user is not asked. `create`: the user registers.',
    false,
  ),
  query('login_hint', 'The name to begin with.', false),
  uiLocales,
];

export const oauthPaths = {
  '/oauth2/token': {
    post: operation({
      id: 'token',
      summary: 'Get tokens',
      description:
        'A client gets a token of its own with `client_credentials`. It gets tokens of a user with a code, a refresh token, a ' +
        'password, an `id_token` of a configured provider, or the code of a device.',
      form: 'TokenRequest',
      security: bySecret,
      answers: { '200': json('The tokens', 'Tokens') },
      refusals: ofForms,
    }),
  },
  '/oauth2/revoke': {
    post: operation({
      id: 'revoke',
      summary: 'Revoke a token',
      description: 'The token stops working within five seconds. A token that does not work is no fault (RFC 7009).',
      form: 'TokenToCheck',
      security: bySecret,
      answers: { '200': { description: 'The token does not work any more.', headers: headersOf(commonHeaders) } },
      refusals: ofForms,
    }),
  },
  '/oauth2/introspect': {
    post: operation({
      id: 'introspect',
      summary: 'Ask whether a token works',
      description: 'Says what is known about a token of the client (RFC 7662).',
      form: 'TokenToCheck',
      security: bySecret,
      answers: { '200': json('The state of the token', 'TokenState') },
      refusals: ofForms,
    }),
  },
  '/oauth2/authorize': {
    get: operation({
      id: 'authorize',
      summary: 'Sign a user in',
      description:
        'A browser opens this address. It comes back to `redirect_uri` with a `code`, which `/oauth2/token` turns into tokens. ' +
        'Every client needs PKCE with S256.',
      parameters: signInParameters,
      answers: { ...pages, '200': { description: 'A page', headers: headersOf(commonHeaders), content: page } },
      refusals: [400, 413, 429, 503],
    }),
    post: operation({
      id: 'authorizeByForm',
      summary: 'Sign a user in, with the parameters in a form',
      description:
        'The browser goes on to the same address with these parameters (OpenID Connect Core, section 3.1.2.1).',
      form: 'AuthorizationRequest',
      answers: byForm,
      refusals: ofPosts,
    }),
  },
  '/oauth2/device': {
    post: operation({
      id: 'device',
      summary: 'Begin a sign-in on a device without a browser',
      description:
        'For public clients (RFC 8628). The device shows `user_code` and `verification_uri`, and asks `/oauth2/token` with ' +
        '`device_code` until the person has confirmed: meanwhile the answer is `authorization_pending`.',
      form: 'DeviceRequest',
      answers: { '200': json('The codes', 'DeviceCodes') },
      refusals: ofForms,
    }),
  },
  '/oauth2/device/verify': {
    get: operation({
      id: 'verifyDevice',
      summary: 'Let a device sign in',
      description: 'A browser opens this address. The person enters the code, confirms it and signs in.',
      parameters: [query('user_code', 'The code that the device shows.', false, { type: 'string' })],
      answers: { '200': { description: 'A page', headers: headersOf(commonHeaders), content: page } },
      refusals: [400, 413, 429, 503],
    }),
  },
  '/oauth2/logout': {
    get: operation({
      id: 'logout',
      summary: 'Sign a user out',
      description:
        'A browser opens this address. A page asks whether to sign out, and the browser then goes to the client.',
      parameters: [
        query('id_token_hint', 'The `id_token` of the sign-in.', false),
        query('client_id', 'The id of the client.', false),
        query('post_logout_redirect_uri', 'A registered address of the client.', false, {
          type: 'string',
          format: 'uri',
        }),
        query('state', 'Comes back with the redirect. At most 2,048 bytes.', false, state),
        uiLocales,
      ],
      answers: { ...pages, '200': { description: 'A page', headers: headersOf(commonHeaders), content: page } },
      refusals: [400, 413, 429, 503],
    }),
    post: operation({
      id: 'logoutByForm',
      summary: 'Sign a user out, with the parameters in a form',
      description:
        'The browser goes on to the same address with these parameters (OpenID Connect RP-Initiated Logout, section 2).',
      form: 'LogoutRequest',
      answers: byForm,
      refusals: ofPosts,
    }),
  },
  '/oauth2/userinfo': {
    get: operation({
      id: 'userInfo',
      summary: 'Read who signed in',
      description: 'The claims about the user of the token (OpenID Connect Core, section 5.3).',
      security: [{ user_access_token: ['openid'] }],
      answers: { '200': json('The claims', 'UserInfo') },
      refusals: [400, 401, 403, 429, 503],
    }),
    post: operation({
      id: 'userInfoByPost',
      summary: 'Read who signed in, by POST',
      description: 'The same as by GET. The token stands in the header `Authorization`, and a body is not needed.',
      security: [{ user_access_token: ['openid'] }],
      answers: { '200': json('The claims', 'UserInfo') },
      refusals: [400, 401, 403, 408, 413, 415, 429, 503],
    }),
  },
  '/.well-known/openid-configuration': metadata(
    'openIdConfiguration',
    'Read what OpenID Connect offers here',
    'OpenID Connect libraries begin with this document.',
    'AuthorizationServer',
  ),
  '/.well-known/oauth-authorization-server': metadata(
    'authorizationServer',
    'Read what OAuth 2 offers here',
    'OAuth 2 libraries begin with this document (RFC 8414).',
    'AuthorizationServer',
  ),
  '/.well-known/jwks.json': metadata(
    'publicKeys',
    'Read the public keys',
    'Verify our tokens with these keys. Read them again when a token names another `kid`.',
    'PublicKeys',
    'application/jwk-set+json',
  ),
};
