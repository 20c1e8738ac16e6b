type Schema = Record<string, unknown>;
type Schemas = Record<string, unknown>;

export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if ('example' in schema) return schema['example'];
  if ('const' in schema) return schema['const'];
  const named = referredTo(schema, schemas);
  if (named) return exampleOf(named, schemas);
  for (const keyword of ['oneOf', 'anyOf']) {
    const [first] = (schema[keyword] as Schema[] | undefined) ?? [];
    if (first) return exampleOf(first, schemas);
  }
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  return ofType(schema, schemas);
}

function referredTo({ $ref: ref }: Schema, schemas: Schemas): Schema | undefined {
  if (typeof ref !== 'string') return undefined;
  return (schemas[ref.split('/').at(-1) ?? ''] ?? {}) as Schema;
}

function ofType(schema: Schema, schemas: Schemas): unknown {
  switch (schema['type']) {
    case 'object':
      return ofObject(schema, schemas);
    case 'array':
      return [exampleOf((schema['items'] ?? {}) as Schema, schemas)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    default:
      return '';
  }
}

function ofObject(schema: Schema, schemas: Schemas): object {
  const required = (schema['required'] ?? []) as string[];
  const shown = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).filter(
    ([name, property]) => required.includes(name) || (property['example'] ?? null) !== null,
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas)]));
}
