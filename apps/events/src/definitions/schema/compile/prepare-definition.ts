import type { Fault } from '../faults.js';
import { canonicalText, isObject, type Json, type JsonObject, own, pointerTo } from '../json.js';
import { DRAFT_2020_12 } from './meta-schema.js';
import { patternOf } from '../patterns/pattern-cache.js';
import { PatternRefused } from '../patterns/program.js';
import { mapSubschemas, text } from './subschemas.js';

/** The size of all different patterns of a definition together. */
const MAX_PATTERN_SIZE = 40_000;
/** A process takes some 30 ms for each property that it has not met before. */
const MAX_UNICODE_PROPERTIES = 5;
/** The interpreter looks at each whenever it enters a schema. */
const MAX_DYNAMIC_ANCHORS = 32;

/** Keywords that assert by their own value or guide references. They stay as they are. */
const kept = new Set([
  ...['$id', 'dependentRequired', 'exclusiveMaximum', 'exclusiveMinimum', 'maxContains', 'maxItems', 'maxLength'],
  ...['maxProperties', 'maximum', 'minContains', 'minItems', 'minLength', 'minProperties', 'minimum', 'multipleOf'],
  ...['pattern', 'required', 'type', 'uniqueItems'],
]);

export interface PreparedDefinition {
  schema: Json;
  faults: Fault[];
}

/**
 * Prepares a definition for the interpreter. Only keywords that decide about data are left: annotations cost nothing, and
 * no example, default, `const` or unknown keyword can pass for an identifier or a reference. Expects a definition that the
 * meta-schema accepts.
 */
export function prepareDefinition(definition: JsonObject): PreparedDefinition {
  const preparation = new Preparation();
  return { schema: preparation.schema(definition, '#', new Set()), faults: preparation.faults };
}

/** A value of `const` or `enum` in a prepared definition, as canonical text. */
interface CanonicalValue extends JsonObject {
  canonical: string;
}

interface Place {
  pointer: string;
  anchors: Set<string>;
}

class Preparation {
  readonly faults: Fault[] = [];
  readonly #patterns = new Set<string>();
  readonly #unicodeProperties = new Set<string>();
  #patternSize = 0;
  #dynamicAnchors = 0;

  /** Anchors are unique within a resource, and a schema with an `$id` begins its own. */
  schema(schema: Json, pointer: string, outerAnchors: Set<string>): Json {
    if (!isObject(schema)) return schema;
    const anchors = text(schema, '$id') === undefined ? outerAnchors : new Set<string>();
    const prepared: JsonObject = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const replaced = this.#keyword(keyword, value, { pointer, anchors });
      if (replaced !== undefined) prepared[keyword] = replaced;
    }
    this.#checkPatterns(schema, pointer);
    return prepared;
  }

  #keyword(keyword: string, value: Json, { pointer, anchors }: Place): Json | undefined {
    if (kept.has(keyword)) return value;
    switch (keyword) {
      case '$schema':
        return this.#dialect(value, pointer);
      case '$anchor':
      case '$dynamicAnchor':
        return this.#anchor(keyword, value, { pointer, anchors });
      case '$ref':
      case '$dynamicRef':
        return typeof value === 'string' ? this.#reference(keyword, value, pointer) : value;
      case 'const':
        return canonicalValue(value);
      case 'enum':
        return Array.isArray(value) ? value.map(canonicalValue) : value;
      default:
        return mapSubschemas(keyword, value, (inner, path) => this.schema(inner, pointerTo(pointer, ...path), anchors));
    }
  }

  #dialect(value: Json, pointer: string): Json | undefined {
    if (value !== DRAFT_2020_12) {
      this.#refuse(pointerTo(pointer, '$schema'), 'dialect-not-supported', `Only ${DRAFT_2020_12} is supported.`);
    }
    return pointer === '#' ? value : undefined;
  }

  #anchor(keyword: string, value: Json, { pointer, anchors }: Place): Json {
    const at = pointerTo(pointer, keyword);
    if (typeof value !== 'string') return value;
    if (value in Object.prototype) {
      this.#refuse(at, 'anchor-not-supported', `The name ${value} cannot be an anchor.`);
    }
    if (anchors.has(value)) this.#refuse(at, 'anchor-taken', `The anchor ${value} is there twice.`);
    anchors.add(value);
    if (keyword === '$dynamicAnchor') this.#dynamicAnchors += 1;
    if (this.#dynamicAnchors === MAX_DYNAMIC_ANCHORS + 1) {
      this.#refuse(at, 'too-many-dynamic-anchors', `A definition may have ${MAX_DYNAMIC_ANCHORS} dynamic anchors.`);
    }
    return value;
  }

  /** Gives references one spelling, because the interpreter leaves escapes such as `%2F` as they are. */
  #reference(keyword: string, reference: string, pointer: string): string {
    const at = pointerTo(pointer, keyword);
    const [base, fragment] = splitOnce(reference, '#');
    if (fragment === undefined) return reference;
    const name = decoded(fragment);
    if (name === undefined || name.includes('#')) {
      this.#refuse(at, 'reference-not-supported', `The reference ${reference} cannot be read.`);
      return reference;
    }
    // A pointer to a reference, and not to the schema around it, could lead in a circle.
    if (/\/\$(?:dynamicR|r)ef$/.test(name)) {
      this.#refuse(at, 'reference-not-a-schema', `The reference ${reference} does not lead to a schema.`);
    }
    return `${base}#${encodeURI(name)}`;
  }

  #checkPatterns(schema: JsonObject, pointer: string): void {
    const pattern = own(schema, 'pattern');
    if (typeof pattern === 'string') this.#checkPattern(pattern, pointerTo(pointer, 'pattern'));
    const properties = own(schema, 'patternProperties');
    for (const name of isObject(properties) ? Object.keys(properties) : []) {
      this.#checkPattern(name, pointerTo(pointer, 'patternProperties', name));
    }
  }

  #checkPattern(source: string, pointer: string): void {
    // Repeated patterns, and those beyond a limit that is already refused, would only cost time.
    if (
      this.#patterns.has(source) ||
      this.#patternSize > MAX_PATTERN_SIZE ||
      this.#unicodeProperties.size > MAX_UNICODE_PROPERTIES
    )
      return;
    this.#patterns.add(source);
    try {
      const { size, properties } = patternOf(source);
      this.#patternSize += size;
      for (const property of properties) this.#unicodeProperties.add(property);
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error;
      this.#refuse(pointer, error.code, error.message);
    }
    if (this.#patternSize > MAX_PATTERN_SIZE) {
      this.#refuse(pointer, 'pattern-too-large', 'The patterns of the definition are too large together.');
    }
    if (this.#unicodeProperties.size > MAX_UNICODE_PROPERTIES) {
      const detail = `A definition may use ${MAX_UNICODE_PROPERTIES} different Unicode properties.`;
      this.#refuse(pointer, 'pattern-too-large', detail);
    }
  }

  #refuse(pointer: string, code: string, detail: string): void {
    this.faults.push({ pointer, code, detail });
  }
}

function canonicalValue(value: Json): CanonicalValue {
  return { canonical: canonicalText(value, () => undefined) };
}

function splitOnce(whole: string, separator: string): [string, string | undefined] {
  const at = whole.indexOf(separator);
  return at === -1 ? [whole, undefined] : [whole.slice(0, at), whole.slice(at + 1)];
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment).toWellFormed();
  } catch {
    return undefined;
  }
}
