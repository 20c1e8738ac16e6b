import type { CompiledSchema } from '@hyperjump/json-schema/experimental';

/** Keywords that apply schemas to the same value, and so could apply each other for ever. */
const inPlace = new Set(
  ['allOf', 'anyOf', 'dependentSchemas', 'else', 'if', 'not', 'oneOf', 'ref', 'then'].map(
    (name) => `https://json-schema.org/keyword/${name}`,
  ),
);

/** Finds a schema that leads back to itself without descending into the data. Returns its address. */
export function findLoop({ ast }: CompiledSchema): string | undefined {
  const finished = new Set<string>();
  const path = new Set<string>();
  const search = (uri: string): string | undefined => {
    if (path.has(uri)) return uri;
    if (finished.has(uri)) return undefined;
    path.add(uri);
    for (const inner of appliedInPlace(ast[uri])) {
      const loop = search(inner);
      if (loop !== undefined) return loop;
    }
    path.delete(uri);
    finished.add(uri);
    return undefined;
  };
  for (const uri of Object.keys(ast)) {
    const loop = search(uri);
    if (loop !== undefined) return loop;
  }
  return undefined;
}

function appliedInPlace(schema: CompiledSchema['ast'][string] | undefined): string[] {
  if (!Array.isArray(schema)) return [];
  return schema.filter(([keyword]) => inPlace.has(keyword)).flatMap(([, , applied]) => addresses(applied));
}

/** One address, a list of them, or for `dependentSchemas` a list of names with addresses. */
function addresses(applied: unknown): string[] {
  if (typeof applied === 'string') return [applied];
  if (!Array.isArray(applied)) return [];
  return applied.map((entry: unknown) => String(Array.isArray(entry) ? entry[1] : entry));
}
