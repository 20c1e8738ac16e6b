import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { kinds, type Json, type Kind, type Wanted } from './kinds.ts';

const keyPattern = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Reads `<folder>/<kind>/<key>.yaml`. Throws all faults of all files at once. */
export function readFolder(folder: string, env: Readonly<NodeJS.ProcessEnv>): Wanted[] {
  const faults: string[] = [];
  const found = kinds.flatMap((kind) =>
    globSync(`${kind.name}/*.{yaml,yml,json}`, { cwd: folder })
      .sort()
      .flatMap((file) => {
        try {
          return [readOne(kind, folder, file, env)];
        } catch (error) {
          faults.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
          return [];
        }
      }),
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  if (found.length === 0) {
    throw new Error(
      `${folder} has no files such as coupons/free-coffee.yaml. Kinds: ${kinds.map(({ name }) => name).join(', ')}`,
    );
  }
  return found;
}

export function readOne(kind: Kind, folder: string, file: string, env: Readonly<NodeJS.ProcessEnv>): Wanted {
  const key = basename(file).replace(/\.(ya?ml|json)$/, '');
  if (!keyPattern.test(key))
    throw new Error('the name of the file must be 1 to 100 of a-z 0-9 . _ - before its ending');
  const parsed: unknown = parse(readFileSync(join(folder, file), 'utf8'));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('it is no object');
  const { adopt, ...content } = filled(parsed, env) as Json;
  const strange = Object.keys(content).filter((field) => kind.fields.length > 0 && !kind.fields.includes(field));
  if (strange.length > 0) throw new Error(`unknown fields: ${strange.join(', ')}. Known: ${kind.fields.join(', ')}`);
  return { kind, key, file, adopt: typeof adopt === 'string' ? adopt : undefined, content };
}

/** Replaces `${NAME}` and `${NAME:-default}` in all texts. */
function filled(value: unknown, env: Readonly<NodeJS.ProcessEnv>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Z_][A-Z0-9_]*)(?::-([^}]*))?\}/g, (_, name: string, fallback?: string) => {
      const given = env[name] ?? fallback;
      if (given === undefined) throw new Error(`the variable ${name} is not set`);
      return given;
    });
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, env)]));
}
