import { escapeHtml } from '../../http/problems/escape-html.js';
import { inline } from './markdown.js';
import type { Operations, Schema } from './operations.js';

const deepest = 4;
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'] as const;

export class SchemaList {
  constructor(private readonly operations: Operations) {}

  html(given: Schema, depth = 0): string {
    const schema = this.merged(given);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) {
      const items = choices.map((choice) => `<li>${this.name(choice)}${this.html(choice, depth + 1)}</li>`);
      return depth > deepest ? '' : `<p>One of:</p>\n<ul class="choices">\n${items.join('\n')}\n</ul>`;
    }
    if (schema.items) return this.html(schema.items, depth);
    const fields = Object.entries(schema.properties ?? {});
    if (fields.length === 0 || depth > deepest) return '';
    const items = fields.map(([name, field]) => this.field(name, field, schema.required ?? [], depth));
    return `<dl class="fields">\n${items.join('\n')}\n</dl>`;
  }

  private field(name: string, given: Schema, required: string[], depth: number): string {
    const schema = this.merged(given);
    const needed = required.includes(name) ? ' <strong>required</strong>' : '';
    const description = given.description ?? schema.description ?? '';
    return `<dt><code>${escapeHtml(name)}</code> <span class="quiet">${this.name(given)}</span>${needed}</dt>
<dd>${inline(description, () => undefined)}${rulesOf(schema)}${this.html(given, depth + 1)}</dd>`;
  }

  private name(given: Schema): string {
    const schema = this.merged(given);
    if (schema.items) return `list of ${this.name(schema.items)}`;
    const named = given.$ref?.split('/').at(-1);
    const types = [schema.type ?? (schema.properties ? 'object' : [])]
      .flat()
      .map((type) => (type === 'null' ? 'null' : type));
    const shown = schema.const === undefined ? types.join(' or ') || 'any' : JSON.stringify(schema.const);
    return escapeHtml(named && schema.properties ? named : shown);
  }

  private merged(given: Schema): Schema {
    const schema = this.operations.schema(given);
    if (!schema.allOf) return schema;
    const parts = schema.allOf.map((part) => this.merged(part));
    return {
      ...(Object.assign({}, ...parts, schema) as Schema),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
      required: parts.flatMap(({ required }) => required ?? []),
    };
  }
}

function rulesOf(schema: Schema): string {
  const values = schema.enum ?? schema.items?.enum;
  const rules = [
    ...bounds.flatMap((name) =>
      schema[name] === undefined ? [] : [`${name} ${JSON.stringify(schema[name]).replaceAll('"', '')}`],
    ),
    ...(values ? [`one of ${values.map(String).join(', ')}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
  return rules.length === 0 ? '' : ` <span class="quiet">${escapeHtml(rules.join(' · '))}</span>`;
}
