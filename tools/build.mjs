// Compiles one nx project with swc into dist/, with the same tree. `npm run typecheck` checks the types.
import { transformFile } from '@swc/core';
import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const project = process.argv[2];
if (!project) throw new Error('usage: node tools/build.mjs <project folder>');

await rm(join(root, 'dist', project), { recursive: true, force: true });
for await (const file of glob(`${project}/src/**/*`, { cwd: root, withFileTypes: false })) {
  const out = join(root, 'dist', file);
  if (/\.spec\.ts$/.test(file)) continue;
  if (/\.ts$/.test(file)) await compile(file, out.replace(/\.ts$/, '.js'));
  else if (/\.\w+$/.test(file)) await cp(join(root, file), out);
}

// The gateway shows the guides.
if (project === 'apps/gateway')
  await cp(join(root, 'docs/guides'), join(root, 'dist/docs/guides'), { recursive: true });

async function compile(file, out) {
  const { code, map } = await transformFile(join(root, file), { cwd: root, root, configFile: join(root, '.swcrc') });
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, `${rewriteAliases(code, file)}\n//# sourceMappingURL=${out.split('/').pop()}.map\n`);
  await writeFile(`${out}.map`, map ?? '');
}

/** `@ces/contracts/events/events` → `../../../libs/contracts/src/events/events.js`: dist/ needs no loader and no symlinks. */
function rewriteAliases(code, file) {
  return code.replace(/(from\s+|import\s*\(?\s*)(['"])@ces\/([\w-]+)\/([\w/.-]+)\2/g, (_, head, quote, lib, path) => {
    const to = relative(dirname(file), `libs/${lib}/src/${path}.js`);
    return `${head}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
  });
}
