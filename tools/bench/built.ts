import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** A module of the built product, so that what is compared runs the very same code. `T` is the type of its source. */
export async function importBuilt<T>(path: string): Promise<T> {
  return (await import(join(root, 'dist', path))) as T;
}
