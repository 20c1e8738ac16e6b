type Method = 'GET' | 'POST';

/**
 * The paths that identity answers through the gateway, with their methods; HEAD goes with GET. Both know them, so that the
 * gateway answers OPTIONS by itself, and identity names in `Allow` what a path takes.
 */
export const identityRoutes: Record<string, readonly Method[]> = {
  '/oauth2/token': ['POST'],
  '/oauth2/revoke': ['POST'],
  '/oauth2/introspect': ['POST'],
  '/oauth2/userinfo': ['GET', 'POST'],
  '/oauth2/authorize': ['GET', 'POST'],
  '/oauth2/authorize/:uid': ['GET'],
  '/oauth2/device': ['POST'],
  '/oauth2/device/verify': ['GET', 'POST'],
  '/oauth2/device/verify/:uid': ['GET'],
  '/oauth2/logout': ['GET', 'POST'],
  '/oauth2/logout/success': ['GET'],
  '/oauth2/logout/confirm': ['POST'],
  '/oauth2/sign-in/:uid': ['GET', 'POST'],
  '/oauth2/sign-in/:uid/create': ['GET', 'POST'],
  '/oauth2/sign-in/:uid/callback': ['GET'],
  '/oauth2/callback': ['GET'],
  '/oauth2/passkey.js': ['GET'],
  '/.well-known/openid-configuration': ['GET'],
  '/.well-known/oauth-authorization-server': ['GET'],
  '/.well-known/jwks.json': ['GET'],
  '/console/sign-in': ['GET'],
  '/console/signed-in': ['GET'],
  '/console/invitation': ['GET', 'POST'],
};

const patterns = Object.entries(identityRoutes).map(([route, methods]) => ({
  path: new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  methods: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}));

/** None for a path that is no route of identity. */
export function methodsOfIdentity(path: string): string[] {
  return patterns.find((route) => route.path.test(path))?.methods ?? [];
}
