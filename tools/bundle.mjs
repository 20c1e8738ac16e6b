// Bundles the services of dist/ with their packages into few files, dist/services, because Node needs most of a start to find
// and compile thousands of files. See docs/decisions/bundled-services.md.
//   node tools/bundle.mjs [FOLDER]   a folder that tools/build.mjs has made, by default dist
import { glob, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

const built = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
const target = join(built, 'services');
// Several runs may bundle at the same time. Both folders lie beside the target, because maps name sources by their place.
const unfinished = `${target}.unfinished-${process.pid}`;
const former = `${target}.former-${process.pid}`;
const began = Date.now();
/** The compiled files that are in the bundle. */
const bundled = new Set();
const isOurs = (id) => id.startsWith(`${join(built, 'apps')}${sep}`) || id.startsWith(`${join(built, 'libs')}${sep}`);

/** Packages with files that are no JavaScript. */
const external = [/^@node-rs\//, /^swagger-ui-dist(\/|$)/];

/** Files of packages that know where they lie, and why that does not matter. */
const harmless = new Map([
  ['pino/lib/transport.js', 'only transports need it, and we have none'],
  ['thread-stream/index.js', 'only transports need it'],
  ['undici/index.js', 'only makes stacks shorter'],
]);

const bundle = await rolldown({
  input: await entries(),
  platform: 'node',
  external,
  onLog: judge,
  plugins: [
    // An import of node:http reads all its names, and one of these loads Node's own fetch: 5 MB and 40 ms of CPU.
    instead('http', /^(node:)?http$/, `module.exports = process.getBuiltinModule('node:http');`),
    // No service needs them, and they take 5 MB: the world's phone numbers, and TypeORM's drivers of other databases.
    instead(
      'unused',
      /^libphonenumber-js\/max$|^\.\/(?!postgres\/)[a-z0-9-]+\/[A-Z]\w+Driver$/,
      'module.exports = {};',
    ),
    { name: 'compiled', load: { filter: { id: /\.js$/ }, handler: (id) => (isOurs(id) ? readCompiled(id) : null) } },
    { name: 'packages', transform: { filter: { code: /__dirname|__filename|\bimport\.meta\b/ }, handler: settle } },
  ],
});
await bundle.write({
  dir: unfinished,
  cleanDir: true,
  format: 'esm',
  // Names of classes are in the database, as names of migrations, and in logs.
  keepNames: true,
  comments: false,
  // V8 keeps the text of all code, at two bytes a character where one is not ASCII.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
  sourcemap: true,
  sourcemapExcludeSources: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name].part.js',
});
await rename(target, former).catch(unless('ENOENT'));
// `npm start` keeps there what V8 has compiled of an earlier bundle.
await rm(join(built, 'compiled'), { recursive: true, force: true });
// Another run may have been faster with the same bundle.
await rename(unfinished, target).catch(unless('ENOTEMPTY', 'EEXIST'));
// Looked at after the rename, because tools/build.mjs removes the bundle after it has changed files.
const isOld = (await Promise.all([...bundled].map(hasChanged))).includes(true);
for (const folder of [unfinished, former, ...(isOld ? [target] : [])])
  await rm(folder, { recursive: true, force: true });
if (isOld) console.error('no bundle: a compiled file has changed meanwhile');

async function hasChanged(file) {
  const { ctimeMs } = await stat(file).catch(() => ({ ctimeMs: Infinity }));
  return ctimeMs > began;
}

function unless(...codes) {
  return (error) => {
    if (!codes.includes(error.code)) throw error;
  };
}

async function entries() {
  const found = {};
  for await (const file of glob('apps/*/src/entry.js', { cwd: built })) found[file.split(sep)[1]] = join(built, file);
  return found;
}

/** Gives the modules that are imported by such a name another content. */
function instead(name, id, code) {
  const virtual = `\0${name}.cjs`;
  return {
    name,
    resolveId: { filter: { id }, handler: () => virtual },
    load: { filter: { id: new RegExp(`^${virtual}$`) }, handler: () => code },
  };
}

/** Our files find theirs by `import.meta.dirname`, beside the compiled file. */
async function readCompiled(id) {
  bundled.add(id);
  const code = await readFile(id, 'utf8');
  if (code.includes('IsPhoneNumber')) throw new Error(`${id} needs what tools/bundle.mjs leaves out`);
  const folder = `(import.meta.dirname + '/${relative(target, dirname(id))}')`;
  const map = JSON.parse(await readFile(`${id}.map`, 'utf8'));
  return { code: code.replaceAll('import.meta.dirname', folder), map };
}

/** Nest's packages load packages by `createRequire`, which hides them from the bundler. */
function settle(code, id) {
  if (isOurs(id)) return null;
  const [, name] = id.split(/.*[\\/]node_modules[\\/]/);
  if (name === undefined || harmless.has(name)) return null;
  const open = code
    .replace(/^const require = createRequire\(import\.meta\.url\);$/m, '')
    .replace(/\bcreateRequire\(import\.meta\.url\)(?=\()/g, 'require');
  if (/__dirname|__filename|\bimport\.meta\b/.test(open))
    this.error(`${name} knows where it lies: see tools/bundle.mjs`);
  return { code: open, map: null };
}

/** Packages may lack others that we do not use, such as drivers. */
function judge(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT' && !isOurs(resolve(log.id ?? ''))) return;
  if (log.code === 'EVAL' && basename(dirname(log.id ?? '')) === 'depd') return;
  handle(level === 'warn' ? 'error' : level, log);
}
