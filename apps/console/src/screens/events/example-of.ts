interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape | boolean>;
  required?: string[];
  items?: Shape | boolean;
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
}

/** Data that a schema suggests, as a text to begin with. It may break rules that no example can guess. */
export function exampleOf(definition: unknown): string {
  return JSON.stringify(valueOf(definition as Shape, 0), null, 2);
}

const deepest = 6;

function valueOf(shape: Shape | boolean | undefined, depth: number): unknown {
  if (typeof shape !== 'object' || depth > deepest) return null;
  const [given] = [shape.const, shape.examples?.[0], shape.default, shape.enum?.[0]].filter(
    (each) => each !== undefined,
  );
  if (given !== undefined) return given;
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type;
  if (type === 'object' || shape.properties !== undefined) {
    const entries = Object.entries(shape.properties ?? {});
    return Object.fromEntries(entries.map(([name, inner]) => [name, valueOf(inner, depth + 1)]));
  }
  if (type === 'array') return shape.items === undefined ? [] : [valueOf(shape.items, depth + 1)];
  if (type === 'string') return 'text';
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? (shape.minimum ?? 1) : null;
}
