import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowedLicenses, compilers, productionPackages, root } from './production-packages.ts';

const file = join(root, 'docs/licenses.md');
const packages = productionPackages();

describe('packages of the image', () => {
  it('have licenses that the list admits', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(({ license = '' }) => !allowedLicenses.includes(license))).toEqual([]);
  });

  it('include no compiler', () => {
    expect(packages.filter(({ name }) => compilers.test(name))).toEqual([]);
    expect(['typescript', '@swc/core'].filter((name) => !compilers.test(name))).toEqual([]);
  });

  it('stand in docs/licenses.md (UPDATE_DOCS=1 npm test -- licenses renews it)', () => {
    const rows = packages.map(({ name, version, license = '' }) => `- \`${name}\` ${version}: ${license}`);
    const text = `${introduction}${rows.join('\n')}\n`;
    if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

const introduction = `# Licenses of the packages in the image

The image holds these packages of npm for Linux; one image has those for its own processor only. Their license texts lie in the packages.
\`tools/supply-chain/production-packages.ts\` lists the licenses that are allowed, and another one fails the tests. This list is generated:
\`UPDATE_DOCS=1 npm test -- licenses\`.

`;
