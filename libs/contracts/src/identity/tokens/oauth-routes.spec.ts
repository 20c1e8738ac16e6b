import { methodsOfIdentity } from './oauth-routes.js';

describe('the methods of a path of identity', () => {
  it.each([
    ['/oauth2/token', ['POST']],
    ['/oauth2/authorize', ['GET', 'HEAD', 'POST']],
    ['/oauth2/authorize/Vb3-x_9', ['GET', 'HEAD']],
    ['/oauth2/sign-in/x/create', ['GET', 'HEAD', 'POST']],
    ['/oauth2/sign-in/x/y', []],
    ['/.well-known/jwks.json', ['GET', 'HEAD']],
    ['/.well-known/jwksxjson', []],
    ['/oauth2/token/', []],
  ])('%s', (path, methods) => {
    expect(methodsOfIdentity(path)).toEqual(methods);
  });
});
