export const tokenPath = '/oauth2/token';
export const authorizationPath = '/oauth2/authorize';
export const jwksPath = '/.well-known/jwks.json';
