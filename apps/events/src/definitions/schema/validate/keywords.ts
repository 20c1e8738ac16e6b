import * as Browser from '@hyperjump/browser';
import type { Keyword, SchemaDocument } from '@hyperjump/json-schema/experimental';
import { Validation } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import { spend } from '../budget.js';
import { canonicalText, isObject, type Json, type JsonObject, own, shorten } from '../json.js';
import { decimalOf } from '../numbers.js';
import type { Pattern } from '../patterns/pattern.js';
import { patternOf } from '../patterns/pattern-cache.js';

/** Replacements for keywords whose implementation in the interpreter is not exact, or not bounded in time. */

type Schema = Browser.Browser<SchemaDocument>;

const id = (name: string): string => `https://json-schema.org/keyword/${name}`;

const pattern: Keyword<Pattern> = {
  id: id('pattern'),
  compile: (schema) => Promise.resolve(patternOf(Browser.value(schema))),
  interpret: (compiled, instance) => Instance.typeOf(instance) !== 'string' || compiled.test(Instance.value(instance)),
};

const patternProperties: Keyword<[Pattern, string][]> = {
  id: id('patternProperties'),
  simpleApplicator: true,
  async compile(schema, ast) {
    const compiled: [Pattern, string][] = [];
    for await (const [source, inner] of Browser.entries(schema)) {
      compiled.push([patternOf(source), await Validation.compile(inner as Schema, ast, schema)]);
    }
    return compiled;
  },
  interpret(compiled, instance, context) {
    if (Instance.typeOf(instance) !== 'object') return true;
    let isValid = true;
    for (const [name, value] of Instance.entries(instance)) {
      const property = Instance.value<string>(name);
      for (const [pattern, schema] of compiled) {
        if (!pattern.test(property)) continue;
        if (!Validation.interpret(schema, value, context)) isValid = false;
        markEvaluated(context, property);
      }
    }
    return isValid;
  },
};

/** The values of `const` and `enum`, compared as JSON Schema does: 1.0 equals 1, and the order of names does not count. */
export class Allowed {
  readonly summary: string;
  readonly #texts: ReadonlySet<string>;
  readonly #openings: ReadonlySet<string>;

  constructor(values: readonly Json[]) {
    const texts = values.map(canonicalOf);
    this.#texts = new Set(texts);
    this.#openings = new Set(texts.map((text) => text.charAt(0)));
    this.summary = shorten(texts.map((text) => shorten(text)).join(', '));
  }

  includes(value: Json): boolean {
    const opening = Array.isArray(value) ? '[' : isObject(value) ? '{' : undefined;
    if (opening !== undefined && !this.#openings.has(opening)) return false;
    return this.#texts.has(canonicalText(value, spendOnText));
  }
}

function canonicalOf(value: Json): string {
  // A prepared value carries its text; the built-in meta-schemas carry the values themselves.
  const prepared = isObject(value) ? own(value, 'canonical') : undefined;
  return typeof prepared === 'string' ? prepared : canonicalText(value, () => undefined);
}

interface Additional {
  names: ReadonlySet<string>;
  patterns: Pattern[];
  schema: string;
}

const additionalProperties: Keyword<Additional> = {
  id: id('additionalProperties'),
  simpleApplicator: true,
  async compile(schema, ast, parent) {
    const siblings = Browser.value<JsonObject>(parent);
    return {
      names: new Set(namesIn(own(siblings, 'properties'))),
      patterns: namesIn(own(siblings, 'patternProperties')).map((source) => patternOf(source)),
      schema: await Validation.compile(schema, ast, parent),
    };
  },
  interpret({ names, patterns, schema }, instance, context) {
    if (Instance.typeOf(instance) !== 'object') return true;
    let isValid = true;
    for (const [name, value] of Instance.entries(instance)) {
      const property = Instance.value<string>(name);
      if (names.has(property) || patterns.some((pattern) => pattern.test(property))) continue;
      if (!Validation.interpret(schema, value, context)) isValid = false;
      markEvaluated(context, property);
    }
    return isValid;
  },
};

const constant: Keyword<Allowed> = {
  id: id('const'),
  compile: (schema) => Promise.resolve(new Allowed([Browser.value<Json>(schema)])),
  interpret: (allowed, instance) => allowed.includes(Instance.value(instance)),
};

const enumeration: Keyword<Allowed> = {
  id: id('enum'),
  compile: (schema) => Promise.resolve(new Allowed(Browser.value<Json[]>(schema))),
  interpret: (allowed, instance) => allowed.includes(Instance.value(instance)),
};

const uniqueItems: Keyword<boolean> = {
  id: id('uniqueItems'),
  compile: (schema) => Promise.resolve(Browser.value(schema)),
  interpret(compiled, instance) {
    if (!compiled || Instance.typeOf(instance) !== 'array') return true;
    const items = Instance.value<Json[]>(instance);
    return new Set(items.map((item) => canonicalText(item, spendOnText))).size === items.length;
  },
};

const minLength: Keyword<number> = {
  id: id('minLength'),
  compile: (schema) => Promise.resolve(Browser.value(schema)),
  interpret(least, instance) {
    if (Instance.typeOf(instance) !== 'string') return true;
    const text = Instance.value<string>(instance);
    return text.length >= 2 * least || (text.length >= least && codePointsIn(text) >= least);
  },
};

const maxLength: Keyword<number> = {
  id: id('maxLength'),
  compile: (schema) => Promise.resolve(Browser.value(schema)),
  interpret(most, instance) {
    if (Instance.typeOf(instance) !== 'string') return true;
    const text = Instance.value<string>(instance);
    return text.length <= most || (text.length <= 2 * most && codePointsIn(text) <= most);
  },
};

const multipleOf: Keyword<number> = {
  id: id('multipleOf'),
  compile: (schema) => Promise.resolve(Browser.value(schema)),
  interpret: (divisor, instance) =>
    Instance.typeOf(instance) !== 'number' || isMultiple(Instance.value(instance), divisor),
};

export const ownKeywords = [
  ...[additionalProperties, constant, enumeration, maxLength, minLength, multipleOf, pattern, patternProperties],
  uniqueItems,
] as Keyword<unknown>[];

/** Divides decimals as they were written: 19.99 is a multiple of 0.01, and 1.00000001 is no multiple of 1. */
function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const dividend = decimalOf(String(value));
  const unit = decimalOf(String(divisor));
  const exponent = Math.min(dividend.exponent, unit.exponent);
  spend(200 + dividend.exponent + unit.exponent - 2 * exponent);
  const scaled = ({ digits, exponent: power }: typeof unit): bigint => BigInt(digits) * 10n ** BigInt(power - exponent);
  return scaled(dividend) % scaled(unit) === 0n;
}

function codePointsIn(text: string): number {
  spend(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) at += 1;
    count += 1;
  }
  return count;
}

function spendOnText(size: number): void {
  spend(20 * size);
}

function namesIn(value: Json | undefined): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** Marks a property for `unevaluatedProperties`; the set exists only if the definition uses that keyword. */
function markEvaluated(context: object, property: string): void {
  if ('evaluatedProperties' in context && context.evaluatedProperties instanceof Set) {
    context.evaluatedProperties.add(property);
  }
}
