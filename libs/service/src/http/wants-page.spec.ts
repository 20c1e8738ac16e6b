import { wantsPage } from './wants-page.js';

describe('wantsPage', () => {
  it.each([
    ['/oauth2/authorize', 'text/html,*/*;q=0.8', true],
    ['/oauth2/authorize', 'application/json', false],
    ['/oauth2/authorize', 'application/json, text/html', false],
    ['/oauth2/authorize', '*/*', false],
    ['/oauth2/authorize', undefined, false],
    ['/oauth2/token', 'text/html', false],
    ['/oauth2/revoke?a=b', 'text/html', false],
  ])('returns for %s and %j %j', (url, accept, wanted) => {
    expect(wantsPage(url, accept)).toBe(wanted);
  });
});
