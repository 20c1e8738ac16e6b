interface Shape {
  $ref?: string;
  allOf?: Shape[];
  const?: unknown;
  enum?: unknown[];
  example?: unknown;
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
}

type Schemas = Record<string, Shape>;

/** An example of each event's data, made of the examples of its fields in asyncapi.json. */
export function examplesIn(document: unknown): Map<string, unknown> {
  const { components } = document as { components?: { schemas?: Schemas } };
  const schemas = components?.schemas ?? {};
  const events = Object.values(schemas).flatMap(({ properties }) => {
    const name = properties?.['name']?.const;
    return typeof name === 'string' && properties?.['data']
      ? [[name, valueOf(properties['data'], schemas)] as const]
      : [];
  });
  return new Map(events);
}

function valueOf(shape: Shape, schemas: Schemas): unknown {
  const [part] = shape.allOf ?? [];
  if (part !== undefined) return valueOf(part, schemas);
  if (shape.$ref !== undefined) return valueOf(schemas[shape.$ref.split('/').pop() ?? ''] ?? {}, schemas);
  const given = shape.example ?? shape.const ?? shape.enum?.[0];
  if (given !== undefined) return given;
  if (shape.properties !== undefined) {
    return Object.fromEntries(Object.entries(shape.properties).map(([name, inner]) => [name, valueOf(inner, schemas)]));
  }
  return shape.items === undefined ? null : [valueOf(shape.items, schemas)];
}
