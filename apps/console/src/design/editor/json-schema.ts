import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';

const keywords: Record<string, string> = {
  type: '"object"',
  properties: '{}',
  required: '[]',
  additionalProperties: 'false',
  title: '""',
  description: '""',
  enum: '[]',
  const: '""',
  items: '{}',
  minItems: '1',
  maxItems: '100',
  uniqueItems: 'true',
  minimum: '0',
  maximum: '100',
  exclusiveMinimum: '0',
  exclusiveMaximum: '100',
  multipleOf: '1',
  minLength: '1',
  maxLength: '200',
  pattern: '"^$"',
  format: '"date-time"',
  default: 'null',
  examples: '[]',
  anyOf: '[]',
  allOf: '[]',
  oneOf: '[]',
  not: '{}',
  if: '{}',
  then: '{}',
  else: '{}',
  $defs: '{}',
  $ref: '"#/$defs/"',
  prefixItems: '[]',
  dependentRequired: '{}',
};
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Completes the keywords of JSON Schema 2020-12, and the names of types. */
export function completeJsonSchema(context: CompletionContext): CompletionResult | null {
  const afterType = context.matchBefore(/"type"\s*:\s*\[?\s*"\w*/);
  if (afterType !== null) {
    const word = /\w*$/.exec(afterType.text)?.[0] ?? '';
    return { from: context.pos - word.length, options: types.map((label) => ({ label, type: 'enum' })) };
  }
  const key = context.matchBefore(/"[\w$]*/);
  if (key === null) return null;
  const line = context.state.doc.lineAt(context.pos);
  // A string behind a colon is a value.
  if (/:\s*$/.test(line.text.slice(0, key.from - line.from))) return null;
  const closed = context.state.sliceDoc(context.pos, context.pos + 1) === '"' ? 1 : 0;
  return {
    from: key.from,
    to: context.pos + closed,
    options: Object.entries(keywords).map(([name, value]) => ({
      label: `"${name}"`,
      type: 'keyword',
      apply: `"${name}": ${value}`,
    })),
  };
}
