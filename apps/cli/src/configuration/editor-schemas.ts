import type { Ces } from '@ces/sdk';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds, type Json, type Kind } from './kinds.ts';

interface Document {
  components: { schemas: Record<string, Json> };
}

/** Names in files stand where the API has ids. */
const names: Json = {
  coupon: { type: 'string', description: 'The key of a coupon.' },
  stack: { type: 'string', description: 'The key of a stack.' },
  block: { type: 'string', description: 'The name of a block of the stack.' },
  survey: { type: 'string', description: 'The key of a survey.' },
};

/** Writes a JSON Schema per kind into `<folder>/.schemas`, made from the OpenAPI document of the installation. */
export async function writeSchemas(folder: string, ces: Ces): Promise<void> {
  const document = await ces.request<Document>('GET', '/openapi.json');
  mkdirSync(join(folder, '.schemas'), { recursive: true });
  for (const kind of kinds) {
    const schema =
      kind.name === 'events' ? { $ref: 'https://json-schema.org/draft/2020-12/schema' } : schemaOf(kind, document);
    writeFileSync(join(folder, `.schemas/${kind.name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

function schemaOf(kind: Kind, { components: { schemas } }: Document): Json {
  const $defs: Record<string, Json> = {};
  const take = (name: string): void => {
    if ($defs[name] !== undefined) return;
    $defs[name] = {};
    $defs[name] = local(schemas[name] ?? {}, take) as Json;
  };
  take(kind.schema);
  if (kind.name === 'campaigns')
    for (const [name, schema] of Object.entries($defs)) if (name.endsWith('Effect')) nameReferences(schema);
  const properties = {
    adopt: { type: 'string', description: 'The id of an object without a key, which gets this one.' },
    ...(kind.name === 'campaigns' ? { state: { enum: ['draft', 'running', 'paused', 'ended'] } } : {}),
  };
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: `#/$defs/${kind.schema}`, properties, $defs };
}

function nameReferences(schema: Json): void {
  const { properties, required } = schema as { properties?: Json; required?: string[] };
  if (properties === undefined) return;
  Object.assign(properties, names);
  schema['required'] = (required ?? []).filter((field) => !field.endsWith('_id'));
}

/** `#/components/schemas/X` becomes `#/$defs/X`, and X is taken along. */
function local(value: unknown, take: (name: string) => void): unknown {
  if (Array.isArray(value)) return value.map((each) => local(each, take));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const [, name] = /^#\/components\/schemas\/(.+)$/.exec(key === '$ref' ? String(each) : '') ?? [];
      if (name === undefined) return [key, local(each, take)];
      take(name);
      return [key, `#/$defs/${name}`];
    }),
  );
}
