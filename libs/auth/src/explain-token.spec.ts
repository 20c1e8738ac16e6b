import { explainHeader, explainMissing, explainRefusal, TokenFault } from './explain-token.js';

describe('why a token is refused', () => {
  it.each([
    [new TokenFault('because'), 'because'],
    [
      Object.assign(new Error('jwt expired'), { name: 'TokenExpiredError', expiredAt: new Date(0) }),
      'expired at 1970-',
    ],
    [Object.assign(new Error('jwt not active'), { name: 'NotBeforeError' }), 'not valid yet'],
    [new Error('invalid signature'), 'cut off or altered'],
    [new Error('jwt audience invalid. expected: ces-api'), 'its aud is not ces-api'],
    [new Error('jwt malformed'), 'malformed'],
    [undefined, 'cannot be read'],
  ])('%s', (error, words) => {
    expect(explainRefusal(error)).toContain(words);
  });

  it.each([
    ['Basic abc', 'not Basic'],
    ['a.b.c', 'word Bearer before'],
    ['Token abc', 'no other scheme'],
    ['Bearer ', 'is a variable empty?'],
    ['Bearer Bearer a.b.c', 'one access token and nothing else'],
    ['bearer secret', 'three parts'],
  ])('%s', (header, words) => {
    expect(explainHeader(header)).toContain(words);
  });

  it('says which token is needed and how to get it, or only what a token is', () => {
    expect(explainMissing([{ use: 'user', scope: 'cards' }])).toMatch(
      /a user token with the scope cards.*\/oauth2\/authorize/,
    );
    expect(explainMissing([])).toBe('This call needs an access token: Authorization: Bearer <token>.');
  });
});
