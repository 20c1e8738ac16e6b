import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Loads the built product, so that a baseline runs the very same code. `T` is the type of the module's source. */
export async function importBuilt<T>(path: string): Promise<T> {
  return (await import(join(root, 'dist', path))) as T;
}
