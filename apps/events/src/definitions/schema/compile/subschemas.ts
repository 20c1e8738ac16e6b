import { isObject, type Json, type JsonObject, own } from '../json.js';

/** Keywords of draft 2020-12 by how they hold schemas. `definitions` is the older spelling of `$defs`. */
const holdsOne = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const holdsList = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const holdsMap = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

export function subschemas(schema: JsonObject): { path: string[]; schema: Json }[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (holdsOne.has(keyword)) return [{ path: [keyword], schema: value }];
    if (holdsList.has(keyword) && Array.isArray(value)) {
      return value.map((schema, index) => ({ path: [keyword, String(index)], schema }));
    }
    if (holdsMap.has(keyword) && isObject(value)) {
      return Object.entries(value).map(([name, schema]) => ({ path: [keyword, name], schema }));
    }
    return [];
  });
}

/** Returns undefined if the keyword holds no schemas. */
export function mapSubschemas(
  keyword: string,
  value: Json,
  map: (schema: Json, path: string[]) => Json,
): Json | undefined {
  if (holdsOne.has(keyword)) return map(value, [keyword]);
  if (holdsList.has(keyword) && Array.isArray(value)) {
    return value.map((schema, index) => map(schema, [keyword, String(index)]));
  }
  if (holdsMap.has(keyword) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, map(schema, [keyword, name])]));
  }
  return undefined;
}

export function text(schema: JsonObject, keyword: string): string | undefined {
  const value = own(schema, keyword);
  return typeof value === 'string' ? value : undefined;
}
