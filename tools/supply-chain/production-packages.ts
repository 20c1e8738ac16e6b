// Which packages the image holds: those of package-lock.json that `npm ci --omit=dev` installs on Linux, without those
// that the Dockerfile removes.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface ProductionPackage {
  name: string;
  version: string;
  license: string | undefined;
}

interface Locked {
  /** Stands there when the folder has another name than the package. */
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  os?: string[];
}

export const root = resolve(import.meta.dirname, '../..');

/** The command that makes the image's node_modules. */
export function installCommand(): string {
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
  const command = /^FROM packages AS deps\nRUN ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1];
  if (command === undefined) throw new Error('deploy/Dockerfile has no stage deps with one RUN');
  return command;
}

export function productionPackages(lockFile = join(root, 'package-lock.json')): ProductionPackage[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> };
  const removed = Array.from(installCommand().matchAll(/ (node_modules\/\S+)/g), ([, path = '']) => path);
  const isRemoved = (path: string): boolean => removed.some((one) => path === one || path.startsWith(`${one}/`));
  const kept = Object.entries(packages).filter(
    ([path, { dev, os = ['linux'] }]) => path !== '' && dev !== true && os.includes('linux') && !isRemoved(path),
  );
  const found = kept.map(([path, { name: own, version = '', license }]) => {
    const name = own ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { name, version, license: license ?? licensesByHand[name] };
  });
  return [...new Map(found.map((one) => [idOf(one), one])).values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

export function idOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`;
}

/** Packages without the field `license`. They have the older field `licenses`, and pause a text in its readme. */
const licensesByHand: Record<string, string> = {
  busboy: 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  streamsearch: 'MIT',
};

/** Licenses that ask for no more than their text and notices, which the packages in the image carry. */
export const allowedLicenses = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Unlicense'],
];

export const compilers = /^(typescript|esbuild|rollup|webpack|tsx|ts-node|node-gyp|@swc\/.*|@babel\/.*|@esbuild\/.*)$/;
