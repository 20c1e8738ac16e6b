import type { Operation, Operations, Parameter, Schema } from './operations.js';

const deepest = 6;

export class Examples {
  constructor(private readonly operations: Operations) {}

  ofBody({ body }: Operation): unknown {
    if (!body) return undefined;
    const { example, examples, schema } = body.media;
    const [named] = Object.values(examples ?? {});
    return example ?? named?.value ?? (schema ? this.of(schema) : undefined);
  }

  ofParameter({ example, schema = {} }: Parameter): string {
    const found = example ?? schema.example ?? schema.default ?? schema.enum?.[0];
    return found === undefined ? '' : typeof found === 'string' ? found : JSON.stringify(found);
  }

  of(given: Schema, depth = 0): unknown {
    const schema = this.operations.schema(given);
    const known = given.example ?? schema.example ?? schema.const ?? schema.enum?.[0] ?? schema.default;
    if (known !== undefined || depth > deepest) return known ?? null;
    if (schema.allOf) {
      return Object.assign({}, ...schema.allOf.map((part) => this.of(part, depth + 1) as object)) as unknown;
    }
    const [choice] = schema.oneOf ?? schema.anyOf ?? [];
    if (choice) return this.of(choice, depth + 1);
    const type = [schema.type].flat()[0];
    if (type === 'object' || schema.properties) return this.ofObject(schema, depth);
    if (type === 'array') return schema.items ? [this.of(schema.items, depth + 1)] : [];
    return bare(type, schema.format);
  }

  private ofObject({ properties = {}, required = [] }: Schema, depth: number): object {
    const shown = Object.entries(properties).filter(
      ([name, schema]) => required.includes(name) || schema.example !== undefined,
    );
    return Object.fromEntries(shown.map(([name, schema]) => [name, this.of(schema, depth + 1)]));
  }
}

function bare(type: string | undefined, format: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type !== 'string') return null;
  if (format === 'uuid') return '01928f5e-7b1a-7c3d-9e4f-0123456789ab';
  if (format === 'date-time') return '2026-11-21T09:30:00.000Z';
  return 'text';
}
