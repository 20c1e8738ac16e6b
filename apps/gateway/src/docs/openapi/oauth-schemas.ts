const text = (description: string, more: object = {}): object => ({ type: 'string', description, ...more });

/** How a client names itself: by HTTP Basic, or by `client_id` and `client_secret` in the form. */
export const oauthSecurity = {
  client_credentials: {
    type: 'http',
    scheme: 'basic',
    description: 'The id and the secret of a client.',
  },
};

const client = {
  client_id: text('The id of the client, if there is no `Authorization` header.', { example: 'cl_7Qm2v9XcT4bLw8Kz' }),
  client_secret: text('The secret of the client, if there is no `Authorization` header. A public client has none.'),
};

export const oauthSchemas = {
  OAuthError: {
    type: 'object',
    description: 'A refusal of OAuth 2 (RFC 6749, section 5.2).',
    required: ['error'],
    properties: {
      error: text('The code of the refusal.', { example: 'invalid_client' }),
      error_description: text('What is wrong, in words.', { example: 'client authentication failed' }),
      scope: text('The scopes that are missing, or not known.'),
      state: text('The `state` of the request.'),
      iss: text('The issuer.'),
    },
  },
  TokenRequest: {
    type: 'object',
    description: 'A request for tokens. `grant_type` decides which other fields are needed.',
    required: ['grant_type'],
    properties: {
      grant_type: text('How the client asks.', {
        enum: [
          'client_credentials',
          'authorization_code',
          'refresh_token',
          'password',
          'urn:ietf:params:oauth:grant-type:token-exchange',
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
      }),
      scope: text('The scopes that the token shall have, separated by spaces; by default all that the client has.', {
        example: 'users:read',
      }),
      code: text('With `authorization_code`: the code from the redirect.'),
      redirect_uri: text('With `authorization_code`: the address of the redirect.', { format: 'uri' }),
      code_verifier: text('With `authorization_code`: the text whose hash was the `code_challenge` (PKCE).'),
      refresh_token: text('With `refresh_token`: the newest refresh token.'),
      username: text('With `password`: the name of the user.', { example: 'anna@example.com' }),
      password: text('With `password`: the password of the user.'),
      subject_token: text('With token exchange: an `id_token` of a configured provider.'),
      device_code: text(
        'With `urn:ietf:params:oauth:grant-type:device_code`: the code that `/oauth2/device` answered.',
      ),
      subject_token_type: text('With token exchange: `urn:ietf:params:oauth:token-type:id_token`.'),
      ...client,
    },
  },
  AuthorizationRequest: {
    type: 'object',
    description: 'A request for the sign-in of a user. Each field is the query parameter of its name.',
    required: ['client_id', 'response_type', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
    properties: {
      client_id: text('The id of the client.', { example: 'cl_7Qm2v9XcT4bLw8Kz' }),
      response_type: text('Always `code`.', { const: 'code' }),
      redirect_uri: text('A registered address of the client.', { format: 'uri' }),
      code_challenge: text('The hash of the `code_verifier` (PKCE).'),
      code_challenge_method: text('Always `S256`.', { const: 'S256' }),
      scope: text('The scopes that the client asks for, separated by spaces.', { example: 'openid profile cards' }),
      state: text('Comes back with the redirect, so that the client knows its own request. At most 2,048 bytes.', {
        maxLength: 2_048,
      }),
      nonce: text('Comes back in the `id_token`.'),
      prompt: text('As in the query of a GET.', { example: 'login' }),
      login_hint: text('The name to begin with.'),
      ui_locales: text('Languages of the pages, as in the query of a GET.', { example: 'nl de' }),
      locale: text('The language of the pages, as in the query of a GET.', { example: 'nl_NL' }),
    },
  },
  LogoutRequest: {
    type: 'object',
    description: 'A request to sign a user out. Each field is the query parameter of its name.',
    properties: {
      id_token_hint: text('The `id_token` of the sign-in.'),
      client_id: text('The id of the client.', { example: 'cl_7Qm2v9XcT4bLw8Kz' }),
      post_logout_redirect_uri: text('A registered address of the client.', { format: 'uri' }),
      state: text('Comes back with the redirect. At most 2,048 bytes.', { maxLength: 2_048 }),
      ui_locales: text('Languages of the pages, as in the query of a GET.', { example: 'nl de' }),
      locale: text('The language of the pages, as in the query of a GET.', { example: 'nl_NL' }),
    },
  },
  DeviceRequest: {
    type: 'object',
    description: 'A request of a device or a command line that opens no browser (RFC 8628, section 3.1).',
    required: ['client_id'],
    properties: {
      client_id: text('The id of a public client.', { example: 'cl_7Qm2v9XcT4bLw8Kz' }),
      scope: text('The scopes that the token shall have, separated by spaces; by default all that the client has.', {
        example: 'openid profile',
      }),
    },
  },
  DeviceCodes: {
    type: 'object',
    description: 'What the device shows, and what it asks for tokens with (RFC 8628, section 3.2).',
    required: ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete', 'expires_in'],
    properties: {
      device_code: text('The secret of the device, for `/oauth2/token`. Ask there every five seconds.'),
      user_code: text('The code that the person enters.', { example: 'WDJB-MJHT' }),
      verification_uri: text('The page on which the person enters it.', { format: 'uri' }),
      verification_uri_complete: text('The same page with the code in its address.', { format: 'uri' }),
      expires_in: { type: 'integer', description: 'How many seconds the codes work.', example: 600 },
    },
  },
  Tokens: {
    type: 'object',
    description: 'The tokens (RFC 6749, section 5.1).',
    required: ['access_token', 'token_type', 'expires_in'],
    properties: {
      access_token: text('The token for `Authorization: Bearer …`.'),
      token_type: text('Always `Bearer`.', { const: 'Bearer' }),
      expires_in: { type: 'integer', description: 'How many seconds the access token lives.', example: 900 },
      scope: text('The scopes of the token, separated by spaces.', { example: 'users:read' }),
      refresh_token: text('Gets the next tokens. Each one works once.'),
      id_token: text('Says who signed in (OpenID Connect).'),
      issued_token_type: text('With token exchange: the kind of the token.'),
    },
  },
  TokenToCheck: {
    type: 'object',
    description: 'A token that the client asks about, or gives back.',
    required: ['token'],
    properties: {
      token: text('An access token or a refresh token.'),
      token_type_hint: text('The kind of the token. It is not needed.', { enum: ['access_token', 'refresh_token'] }),
      ...client,
    },
  },
  TokenState: {
    type: 'object',
    description: 'What is known about a token (RFC 7662). A token that does not work has only `active: false`.',
    required: ['active'],
    additionalProperties: true,
    properties: { active: { type: 'boolean', description: 'Whether the token works.' } },
  },
  UserInfo: {
    type: 'object',
    description: 'Who signed in. The scopes of the token decide which members there are.',
    required: ['sub'],
    additionalProperties: true,
    properties: { sub: text('The id of the user.', { example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' }) },
  },
  AuthorizationServer: {
    type: 'object',
    description: 'What this authorization server can do, and where (RFC 8414, OpenID Connect Discovery).',
    required: ['issuer', 'token_endpoint', 'authorization_endpoint', 'jwks_uri'],
    additionalProperties: true,
    properties: {
      issuer: text('The issuer of the tokens: the public address.', { format: 'uri' }),
      authorization_endpoint: text('Where a browser signs in.', { format: 'uri' }),
      token_endpoint: text('Where clients get tokens.', { format: 'uri' }),
      device_authorization_endpoint: text('Where a device gets its codes.', { format: 'uri' }),
      jwks_uri: text('Where the public keys are.', { format: 'uri' }),
    },
  },
  PublicKeys: {
    type: 'object',
    description: 'The public keys that verify tokens (RFC 7517).',
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        description: 'One key, or two while keys are rotated.',
        items: { type: 'object', additionalProperties: true },
      },
    },
  },
};
