export const tokenPath = '/oauth2/token';
export const authorizationPath = '/oauth2/authorize';
export const jwksPath = '/.well-known/jwks.json';
/** Where configured providers send the browser back to. Operators register this address there. */
export const callbackPath = '/oauth2/callback';
