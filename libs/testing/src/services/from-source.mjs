// `node --import …/from-source.mjs apps/identity/src/main.ts` runs a service from its sources, for specs that kill it.
import { transformFileSync } from '@swc/core';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../../../..');
const ours = (url) => url?.startsWith(pathToFileURL(root).href) && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, next) {
    const [, lib, path] = /^@ces\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
    if (lib) return next(pathToFileURL(resolve(root, 'libs', lib, 'src', `${path}.ts`)).href, context);
    const relative = specifier.startsWith('.') && ours(context.parentURL);
    return next(relative ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    if (!ours(url) || !url.endsWith('.ts')) return next(url, context);
    const configFile = resolve(root, '.swcrc');
    const { code } = transformFileSync(fileURLToPath(url), { cwd: root, root, configFile, sourceMaps: 'inline' });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
