import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfSources, headerOf } from './sources.ts';

describe('deploy/kubernetes/production.rendered.yaml', () => {
  const text = readFileSync(join(import.meta.dirname, 'production.rendered.yaml'), 'utf8');

  it('is made from the present sources (UPDATE_DOCS=1 npm run check-kubernetes makes it anew)', () => {
    expect(text.slice(0, text.indexOf('\n') + 1)).toBe(headerOf(hashOfSources()));
  });
});
