// Compiles nx projects with swc into dist/, with the same tree. `npm run typecheck` checks the types.
//   node tools/build.mjs apps/events                      what nx runs for each project
//   node tools/build.mjs --to=FOLDER apps/* libs/service  only what is older there than its source, as the specs need it
import { transformFile } from '@swc/core';
import { cp, glob, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const { values, positionals: projects } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
if (projects.length === 0) throw new Error('usage: node tools/build.mjs [--to=FOLDER] <project folder>...');
const target = values.to ?? join(root, 'dist');
const ourTime = Math.max(...(await Promise.all([import.meta.filename, join(root, '.swcrc')].map(timeOf))));
// Another folder has no package.json above it, which says that the files are modules.
if (values.to !== undefined) await cp(join(root, 'package.json'), join(target, 'package.json'));

for (const project of projects) {
  if (values.to === undefined) await rm(join(target, project), { recursive: true, force: true });
  for await (const file of glob(`${project}/src/**/*`, { cwd: root, withFileTypes: false })) {
    const out = join(target, file);
    if (/\.spec\.ts$/.test(file)) continue;
    if (/\.ts$/.test(file)) await compile(file, out.replace(/\.ts$/, '.js'));
    else if (/\.\w+$/.test(file)) await cp(join(root, file), out);
  }
  // The gateway shows the guides.
  if (project === 'apps/gateway') await cp(join(root, 'docs/guides'), join(target, 'docs/guides'), { recursive: true });
}

async function compile(file, out) {
  if (values.to !== undefined && (await timeOf(out)) > Math.max(ourTime, await timeOf(join(root, file)))) return;
  const { code, map } = await transformFile(join(root, file), { cwd: root, root, configFile: join(root, '.swcrc') });
  await mkdir(dirname(out), { recursive: true });
  await writeFile(`${out}.map`, map ?? '');
  await writeFile(out, `${rewriteAliases(code, file)}\n//# sourceMappingURL=${out.split('/').pop()}.map\n`);
}

/** The later one of two times, because a checkout may give an old time to a file that it changes. */
async function timeOf(file) {
  const { mtimeMs, ctimeMs } = await stat(file).catch(() => ({ mtimeMs: 0, ctimeMs: 0 }));
  return Math.max(mtimeMs, ctimeMs);
}

/** `@ces/contracts/events/events` → `../../../libs/contracts/src/events/events.js`: dist/ needs no loader and no symlinks. */
function rewriteAliases(code, file) {
  return code.replace(/(from\s+|import\s*\(?\s*)(['"])@ces\/([\w-]+)\/([\w/.-]+)\2/g, (_, head, quote, lib, path) => {
    const to = relative(dirname(file), `libs/${lib}/src/${path}.js`);
    return `${head}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
  });
}
