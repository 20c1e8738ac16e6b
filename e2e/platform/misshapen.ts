type Json = unknown;
type Path = (string | number)[];

/** The document itself comes first. */
export function placesOf(document: Json, at: Path = []): Path[] {
  if (typeof document !== 'object' || document === null) return [at];
  return [at, ...Object.entries(document).flatMap(([key, value]) => placesOf(value, [...at, key]))];
}

export function withValueAt(document: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value;
  const copy: Json = structuredClone(document);
  if (typeof copy !== 'object' || copy === null) return value;
  const parent = copy as Record<string, Json>;
  parent[step] = withValueAt(parent[step], rest, value);
  return copy;
}

/** Values that hardly any field accepts. */
export const misshapen: Json[] = [
  ...[null, true, -1, 0, 1.5, 1e300, 2 ** 53],
  ...[[], {}, [[]], [null], [{}], { id: null }, ['x']],
  ...['', 'x', 'A\0', '\ud800', 'x'.repeat(6_000), '%00', '00000000-0000-0000-0000-000000000000'],
  ...['2026-W01-1T00:00:00Z', '20261201T000000Z', '2026-12-01T00:00:00,5Z', '0000-01-01T00:00:00Z'],
];
