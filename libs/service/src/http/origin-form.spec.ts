import { originForm } from './origin-form.js';

describe('originForm', () => {
  it.each([
    ['/a?b=c', '/a?b=c'],
    ['http://evil.example/a?b=c', '/a?b=c'],
    ['HTTPS://user:pass@evil.example:8443/a//b', '/a//b'],
    ['http://evil.example', '/'],
    ['http://evil.example?b=c', '/?b=c'],
    ['/http://evil.example/a', '/http://evil.example/a'],
    ['//evil.example/a', '//evil.example/a'],
    ['*', '*'],
  ])('returns for %s %s', (target, expected) => {
    expect(originForm(target)).toBe(expected);
  });
});
