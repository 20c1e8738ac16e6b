// Makes the npm package of the sdk in dist/packages/sdk: ES modules with their types.
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
export const packageFolder = join(root, 'dist/packages/sdk');

export function buildPackage(): void {
  rmSync(packageFolder, { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'libs/sdk'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the sdk does not compile');
  // TypeScript rewrites the endings of imports in what runs, and not in declarations.
  for (const file of globSync('**/*.d.ts', { cwd: packageFolder })) {
    const text = readFileSync(join(packageFolder, file), 'utf8');
    writeFileSync(join(packageFolder, file), text.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"));
  }
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const manifest = {
    name: '@ces/sdk',
    version,
    description: 'Client library of the Customer Engagement Service',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    files: ['**/*.js', '**/*.d.ts'],
  };
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'libs/sdk/README.md'), join(packageFolder, 'README.md'));
}
