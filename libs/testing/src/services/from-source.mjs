// `node --import …/from-source.mjs FILE.ts` runs a file of ours from its source, and specs import their sources this way.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../../../..');
const configFile = resolve(root, '.swcrc');
const require = createRequire(import.meta.url);
const { version } = require('@swc/core/package.json');
const compiler = `${version} ${readFileSync(configFile, 'utf8')}`;
const cache = resolve(root, 'node_modules/.cache/ces-sources');
mkdirSync(cache, { recursive: true });
const ours = (url) => url?.startsWith(pathToFileURL(root).href) && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, next) {
    const [, lib, path] = /^@ces\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
    if (lib) return next(pathToFileURL(resolve(root, 'libs', lib, 'src', `${path}.ts`)).href, context);
    // The sdk has an entry, because it is published.
    if (specifier === '@ces/sdk') return next(pathToFileURL(resolve(root, 'libs/sdk/src/index.ts')).href, context);
    const relative = specifier.startsWith('.') && ours(context.parentURL);
    return next(relative ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    if (!ours(url) || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

/** Processes share what they have compiled, because specs start many of them. */
function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const kept = join(cache, createHash('sha256').update(compiler).update(filename).update(source).digest('hex'));
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const { code } = require('@swc/core').transformSync(source, {
      cwd: root,
      root,
      configFile,
      filename,
      sourceMaps: 'inline',
    });
    writeFileSync(`${kept}.${process.pid}`, code);
    renameSync(`${kept}.${process.pid}`, kept);
    return code;
  }
}
