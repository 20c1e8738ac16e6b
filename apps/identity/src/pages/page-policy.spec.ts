import { createHash } from 'node:crypto';
import { policyOf } from './page-policy.js';

describe('the Content-Security-Policy of a page', () => {
  const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it('allows exactly the styles and scripts that the page holds', () => {
    const policy = policyOf('<style>a{}</style><script>one()</script><script>two()</script>');
    expect(policy).toContain(`style-src ${digest('a{}')};`);
    expect(policy).toContain(`script-src ${digest('one()')} ${digest('two()')};`);
  });

  it('allows no script and no style in a page without any', () => {
    expect(policyOf('<p>')).toMatch(/default-src 'none'; style-src 'none'; img-src 'none'; script-src 'none';/);
  });
});
