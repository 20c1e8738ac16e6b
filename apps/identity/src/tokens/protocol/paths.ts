export const tokenPath = '/oauth2/token';
export const authorizationPath = '/oauth2/authorize';
export const jwksPath = '/.well-known/jwks.json';
/** Configured providers send the browser back to this address, which operators register there. */
export const callbackPath = '/oauth2/callback';
