import * as Instance from '@hyperjump/json-schema/instance/experimental';
import { MAX_FAULTS } from '../faults.js';
import { shorten } from '../json.js';
import { Allowed } from './keywords.js';
import { Pattern } from '../patterns/pattern.js';

/** One sentence per fault says how the value breaks the keyword. `compiled` is the keyword in the interpreter's form. */
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
      return [`Must be one of: ${compiled instanceof Allowed ? compiled.summary : ''}.`];
    case 'const':
      return [`Must be ${compiled instanceof Allowed ? compiled.summary : ''}.`];
    case 'pattern':
      return [`Must match the pattern: ${compiled instanceof Pattern ? shorten(compiled.source) : ''}`];
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
  minLength: (limit) => `Must have at least ${counted(limit, 'character')}.`,
  maxLength: (limit) => `Must have at most ${counted(limit, 'character')}.`,
  minItems: (limit) => `Must have at least ${counted(limit, 'item')}.`,
  maxItems: (limit) => `Must have at most ${counted(limit, 'item')}.`,
  minProperties: (limit) => `Must have at least ${limit} ${limit === '1' ? 'property' : 'properties'}.`,
  maxProperties: (limit) => `Must have at most ${limit} ${limit === '1' ? 'property' : 'properties'}.`,
  uniqueItems: () => 'No two items may be equal.',
  anyOf: () => 'Must match at least one of the alternatives.',
  oneOf: () => 'Must match exactly one of the alternatives.',
  not: () => 'Must not match the excluded schema.',
};

function missing(names: readonly string[], instance: Instance.JsonNode): string[] {
  const found: string[] = [];
  for (const name of names) {
    if (found.length === MAX_FAULTS) break;
    if (!Instance.has(name, instance)) found.push(name);
  }
  return found;
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
  const { minContains = 1, maxContains = Infinity } = (compiled ?? {}) as {
    minContains?: number;
    maxContains?: number;
  };
  const most = maxContains < Number.MAX_SAFE_INTEGER ? ` and at most ${maxContains}` : '';
  return `The number of items that match must be at least ${minContains}${most}.`;
}

function strings(compiled: unknown): string[] {
  return Array.isArray(compiled) ? compiled.map(String) : [];
}

function counted(count: string, noun: string): string {
  return count === '1' ? `1 ${noun}` : `${count} ${noun}s`;
}

function quote(name: string): string {
  return `"${shorten(name)}"`;
}
