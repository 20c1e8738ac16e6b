import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Does not load the package. */
export function findPackage(name: string, from: string = import.meta.dirname): string | undefined {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(join(candidate, 'package.json'))) return candidate;
  return from === dirname(from) ? undefined : findPackage(name, dirname(from));
}
