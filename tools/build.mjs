// Compiles nx projects with swc into dist/, with the same tree. `npm run typecheck` checks the types.
//   node tools/build.mjs apps/events                      what nx runs for each project
//   node tools/build.mjs --to=FOLDER apps/* libs/service  only what is older there than its source, as the specs need it.
// It removes a bundle that is older than the compiled files.
// Several runs may write to one FOLDER at the same time: a file there is always whole, and is replaced by a rename. But a service
// that starts just when another run compiles changed sources may find half a bundle, or old files beside new ones.
import { transformFile } from '@swc/core';
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
// Vite builds the console.
const projects = positionals.filter((project) => project !== 'apps/console');
if (projects.length === 0) throw new Error('usage: node tools/build.mjs [--to=FOLDER] <project folder>...');
const target = values.to ?? join(root, 'dist');
const isService = (project) => /^apps\/(?!cli$)/.test(project);
const shaping = ['tools/build.mjs', 'tools/bundle.mjs', '.swcrc', 'package-lock.json'];
const ourTime = Math.max(...(await Promise.all(shaping.map((file) => timeOf(join(root, file))))));
await mkdir(target, { recursive: true });
const unfinished = await mkdtemp(join(target, '.unfinished-'));
let hasChanged = false;
try {
  // Another folder has no package.json above it, which says that the files are modules.
  if (values.to !== undefined) await copy('package.json');
  for (const project of projects) await build(project);
} finally {
  // Meanwhile another run may have finished a bundle of the files as they were.
  if (hasChanged) await removeBundle();
  await rm(unfinished, { recursive: true, force: true });
}

async function build(project) {
  if (values.to === undefined) await rm(join(target, project), { recursive: true, force: true });
  const made = new Set();
  const entry = isService(project) ? `${project}/src/main.ts` : undefined;
  if (entry) made.add(await startBundle(project));
  for await (const file of glob(`${project}/src/**/*`, { cwd: root, withFileTypes: false })) {
    if (/\.spec\.ts$/.test(file)) continue;
    if (/\.ts$/.test(file)) {
      const out = file === entry ? `${project}/src/entry.js` : file.replace(/\.ts$/, '.js');
      made.add(out).add(`${out}.map`);
      await compile(file, join(target, out));
    } else if (/\.\w+$/.test(file)) {
      made.add(file);
      await copy(file);
    }
  }
  await sweep(`${project}/src`, made);
  if (project !== 'apps/gateway') return;
  // The gateway shows the guides.
  for await (const file of glob('docs/guides/**/*.*', { cwd: root })) await copy(file);
}

/** `main.js` starts the bundle that tools/bundle.mjs makes of `entry.js`, or `entry.js` where there is none. */
async function startBundle(project) {
  const main = `${project}/src/main.js`;
  const lines = [
    `import { existsSync } from 'node:fs';`,
    `const bundle = new URL('../../../services/${project.replace('apps/', '')}.js', import.meta.url);`,
    `await import(existsSync(bundle) ? bundle.href : './entry.js');`,
  ];
  await write(join(target, main), `${lines.join('\n')}\n`);
  return main;
}

/** Removes what a source has made that is gone. */
async function sweep(folder, made) {
  for await (const file of glob(`${folder}/**/*.*`, { cwd: target }))
    if (!made.has(file)) {
      await beginToChange();
      await rm(join(target, file), { recursive: true, force: true });
    }
}

async function compile(file, out) {
  if (values.to !== undefined && (await writtenAt(out)) > Math.max(ourTime, await timeOf(join(root, file)))) return;
  await beginToChange();
  const { code, map } = await transformFile(join(root, file), { cwd: root, root, configFile: join(root, '.swcrc') });
  await write(`${out}.map`, map ?? '');
  await write(out, `${rewriteAliases(code, file)}\n//# sourceMappingURL=${out.split('/').pop()}.map\n`);
}

async function beginToChange() {
  if (!hasChanged) await removeBundle();
  hasChanged = true;
}

async function removeBundle() {
  await rm(join(target, 'services'), { recursive: true, force: true });
}

async function copy(file) {
  await write(join(target, file), await readFile(join(root, file)));
}

/** A file gets its name when its content is complete, so that nobody reads half of it. */
async function write(out, content) {
  const whole = join(unfinished, 'file');
  await writeFile(whole, content);
  await mkdir(dirname(out), { recursive: true });
  await rename(whole, out);
}

/** Not the time of its inode, which a hard link or a change of its rights renews. */
async function writtenAt(out) {
  const { mtimeMs } = await stat(out).catch(() => ({ mtimeMs: 0 }));
  return mtimeMs;
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
