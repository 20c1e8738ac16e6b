import { parameterIn, pointerTo } from './json-pointer.js';

describe('a pointer', () => {
  it('to a key of a body is a URI fragment', () => {
    const body = Buffer.from('{"a b":{"ü/~":[0,1]}}');
    expect(pointerTo(body, body.indexOf('1'))).toBe('#/a%20b/%C3%BC~1~0/1');
  });

  it.each([
    ['#/limit', 'limit'],
    ['#/a%20b', 'a b'],
    ['#/a~1b~0', 'a/b~'],
    ['#/%C3%BC', 'ü'],
    ['#/cut %C3…', 'cut %C3…'],
    ['On-Behalf-Of', 'On-Behalf-Of'],
  ])('%s names the parameter "%s"', (pointer, name) => {
    expect(parameterIn(pointer)).toBe(name);
  });
});
