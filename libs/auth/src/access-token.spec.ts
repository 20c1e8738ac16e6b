import { isAccessToken } from './access-token.js';

describe('the claims of an access token', () => {
  const claims = {
    ...{ iss: 'https://ces.example', sub: 'user', client_id: 'cl_a', scope: '', jti: 'j' },
    ...{ exp: 900, iat: 0, ver: 1, token_use: 'user' },
  };

  it('are complete, whatever more there is', () => {
    expect(isAccessToken(claims)).toBe(true);
    expect(isAccessToken({ ...claims, token_use: 'client', aud: 'ces-api', more: {} })).toBe(true);
  });

  it.each(Object.keys(claims))('lack nothing and have the right type: %s', (name) => {
    const { [name]: left, ...rest } = claims as Record<string, unknown>;
    expect([left === undefined, isAccessToken(rest)]).toEqual([false, false]);
    const odd = typeof left === 'string' ? [0, null, ['user'], { length: 1 }] : ['900', null, [1], true];
    for (const value of odd) expect([value, isAccessToken({ ...claims, [name]: value })]).toEqual([value, false]);
  });

  it.each(['robot', 'USER', '', 'client user'])('have no use %j', (token_use) => {
    expect(isAccessToken({ ...claims, token_use })).toBe(false);
  });

  it.each([[null], [undefined], ['text'], [7], [[]]])('are not %j', (value) => {
    expect(isAccessToken(value)).toBe(false);
  });
});
