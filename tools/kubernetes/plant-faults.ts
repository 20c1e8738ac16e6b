import type { Manifest, Tree } from './models.ts';

/** Maps whose keys are not fields: labels, settings and the like. */
const free = /\.(matchLabels|labels|annotations|data|parameters|requests|limits|selector|metadata)$/;
/** These hold fields, though their names are those of free maps elsewhere. */
const fields = /^(\.metadata|\.spec\.template\.metadata|\.spec\.selector|\.spec\.podSelector)$/;

interface Place {
  path: string;
  holder: Tree;
  key: string;
}

/** Copies of a manifest, each with an unknown field in another one of its objects. */
export function withUnknownFields(manifest: Manifest): [path: string, faulty: Manifest][] {
  return placesIn(manifest)
    .filter(({ path, holder, key }) => isTree(holder[key]) && isTyped(path, manifest))
    .map(({ path }) => [path, changed(manifest, path, (value) => ({ ...(value as Tree), unknownField: 'x' }))]);
}

/** Copies of a manifest, each with a list in place of a number, a truth value or an object. */
export function withWrongTypes(manifest: Manifest): [path: string, faulty: Manifest][] {
  return placesIn(manifest)
    .filter(({ holder, key }) => isTree(holder[key]) || ['number', 'boolean'].includes(typeof holder[key]))
    .map(({ path }) => [path, changed(manifest, path, () => ['x'])]);
}

function isTyped(path: string, { kind }: Manifest): boolean {
  if (kind === 'Service' && path === '.spec.selector') return false;
  return fields.test(path) || !free.test(path);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placesIn(value: unknown, path = ''): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Tree;
  return Object.keys(holder).flatMap((key) => {
    const here = `${path}.${key}`;
    return [{ path: here, holder, key }, ...placesIn(holder[key], here)];
  });
}

function changed(manifest: Manifest, path: string, change: (value: unknown) => unknown): Manifest {
  const copy = structuredClone(manifest);
  const place = placesIn(copy).find((each) => each.path === path);
  if (!place) throw new Error(`${manifest.kind} has no ${path}`);
  place.holder[place.key] = change(place.holder[place.key]);
  return copy;
}
