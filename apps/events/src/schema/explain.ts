import * as Instance from '@hyperjump/json-schema/instance/experimental';
import { isObject, type JsonObject } from './json.js';
import { MAX_FAULTS } from './faults.js';
import { Pattern } from './patterns/pattern.js';

/** One sentence per fault: how the value breaks the keyword. `compiled` is what the interpreter made of the keyword. */
export function explain(keyword: string, compiled: unknown, instance: Instance.JsonNode): string[] {
  if (compiled === false) return [refusals[keyword] ?? 'Nothing is allowed here.'];
  switch (keyword) {
    case 'required':
      return missing(strings(compiled), instance).map((name) => `The property ${quote(name)} is required.`);
    case 'dependentRequired':
      return dependentlyMissing(compiled, instance);
    case 'type':
      return [`Must be of type ${[compiled].flat().join(' or ')}.`];
    case 'enum':
      return [`Must be one of: ${shorten(strings(compiled).join(', '))}.`];
    case 'const':
      return [`Must be ${shorten(String(compiled))}.`];
    case 'pattern':
      return [`Must match the pattern ${shorten(compiled instanceof Pattern ? compiled.source : '')}`];
    case 'contains':
      return [containsSentence(compiled)];
    default:
      return [sentences[keyword]?.(String(compiled)) ?? `Breaks the keyword ${keyword}.`];
  }
}

const refusals: Record<string, string> = {
  additionalProperties: 'The property is not defined.',
  unevaluatedProperties: 'The property is not defined.',
  propertyNames: 'The property may not have this name.',
  items: 'There may be no further items.',
  unevaluatedItems: 'There may be no further items.',
};

const sentences: Record<string, (limit: string) => string> = {
  minimum: (limit) => `Must be at least ${limit}.`,
  maximum: (limit) => `Must be at most ${limit}.`,
  exclusiveMinimum: (limit) => `Must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}.`,
  multipleOf: (limit) => `Must be a multiple of ${limit}.`,
  minLength: (limit) => `Must have at least ${limit} characters.`,
  maxLength: (limit) => `Must have at most ${limit} characters.`,
  minItems: (limit) => `Must have at least ${limit} items.`,
  maxItems: (limit) => `Must have at most ${limit} items.`,
  minProperties: (limit) => `Must have at least ${limit} properties.`,
  maxProperties: (limit) => `Must have at most ${limit} properties.`,
  uniqueItems: () => 'No two items may be equal.',
  anyOf: () => 'Must match at least one of the alternatives.',
  oneOf: () => 'Must match exactly one of the alternatives.',
  not: () => 'Must not match the excluded schema.',
};

function missing(names: readonly string[], instance: Instance.JsonNode): string[] {
  return names.filter((name) => !Instance.has(name, instance)).slice(0, MAX_FAULTS);
}

function dependentlyMissing(compiled: unknown, instance: Instance.JsonNode): string[] {
  if (!Array.isArray(compiled)) return [];
  return (compiled as [string, string[]][])
    .filter(([name]) => Instance.has(name, instance))
    .flatMap(([name, required]) =>
      missing(required, instance).map((other) => `The property ${quote(other)} is required next to ${quote(name)}.`),
    );
}

function containsSentence(compiled: unknown): string {
  const { minContains = 1, maxContains = Infinity }: JsonObject = isObject(compiled) ? compiled : {};
  const most = Number(maxContains) < Number.MAX_SAFE_INTEGER ? ` and at most ${String(maxContains)}` : '';
  return `Must contain at least ${String(minContains)}${most} items that match.`;
}

function strings(compiled: unknown): string[] {
  return Array.isArray(compiled) ? compiled.map(String) : [];
}

function quote(name: string): string {
  return `"${shorten(name)}"`;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…`.toWellFormed() : text;
}
