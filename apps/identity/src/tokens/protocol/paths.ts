export const tokenPath = '/oauth2/token';
export const authorizationPath = '/oauth2/authorize';
export const devicePath = '/oauth2/device';
/** The page on which people enter the code that their device shows (RFC 8628). */
export const deviceVerifyPath = '/oauth2/device/verify';
export const jwksPath = '/.well-known/jwks.json';
/** Configured providers send the browser back to this address, which operators register there. */
export const callbackPath = '/oauth2/callback';
