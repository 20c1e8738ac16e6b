/**
 * Derives the types of an event's properties from its JSON Schema: campaigns check conditions against them, and the
 * events service checks that a new definition still has the properties that campaigns read. Nothing of a schema is
 * executed.
 */
export type Kind = 'int' | 'double' | 'string' | 'bool' | 'null' | 'list' | 'object' | 'timestamp' | 'duration' | 'dyn';

export interface Type {
  readonly kind: Kind;
  readonly items?: () => Type;
  readonly property?: (name: string) => Type | undefined;
  /** The properties of an object that are known by name, for hints. */
  readonly names?: () => string[];
}

export const dyn: Type = { kind: 'dyn', items: () => dyn, property: () => dyn };

type Schema = Record<string, unknown>;

/** The limit of subschemas at one place. Beyond it the type is `dyn`. */
const maxTogether = 200;

export function typeOfSchema(root: unknown, schema: unknown = root): Type {
  return combine(root, [schema]);
}

/** Returns the type at a path from the root, where `*` stands for any item of a list. */
export function typeAt(root: unknown, path: readonly string[]): Type | undefined {
  let type: Type | undefined = typeOfSchema(root);
  for (const step of path) {
    if (type === undefined) return undefined;
    type = step === '*' && type.kind === 'list' ? type.items?.() : type.property?.(step);
  }
  return type;
}

function combine(root: unknown, schemas: unknown[]): Type {
  const together = gather(root, schemas);
  if (together === undefined || together.length === 0) return dyn;
  const kind = kindOf(together);
  if (kind === 'list') return { kind, items: () => itemsOf(root, together) };
  if (kind === 'object') {
    return { kind, property: (name) => propertyOf(root, together, name), names: () => namesOf(together) };
  }
  if (kind === 'dyn') {
    return { kind, items: () => itemsOf(root, together), property: (name) => propertyOf(root, together, name) };
  }
  return { kind };
}

/** Returns all subschemas that apply to the same value; undefined if there are too many. */
function gather(root: unknown, schemas: unknown[]): Schema[] | undefined {
  const found = new Set<Schema>();
  const waiting = [...schemas];
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (!isSchema(next) || found.has(next)) continue;
    found.add(next);
    if (found.size > maxTogether) return undefined;
    waiting.push(...subschemasOf(root, next));
  }
  return [...found];
}

function subschemasOf(root: unknown, schema: Schema): unknown[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const value = own(schema, keyword);
    return Array.isArray(value) ? (value as unknown[]) : [];
  });
  const reference = own(schema, '$ref');
  return [
    ...lists,
    own(schema, 'then'),
    own(schema, 'else'),
    typeof reference === 'string' ? referred(root, reference) : undefined,
  ].filter((each) => each !== undefined);
}

/** Stands for a schema that is not followed: its value may have any properties. */
const anything: Schema = { additionalProperties: {} };

/** Follows `#` and `#/…`. A target of another kind of reference, such as `$anchor`, has any type. */
function referred(root: unknown, reference: string): unknown {
  if (!/^#(\/|$)/.test(reference)) return anything;
  let at = root;
  for (const step of reference.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null) return undefined;
    at = own(at as Schema, key);
  }
  return at;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const kinds: Partial<Record<string, Kind>> = {
  integer: 'int',
  number: 'double',
  string: 'string',
  boolean: 'bool',
  null: 'null',
  array: 'list',
  object: 'object',
};

function kindOf(together: Schema[]): Kind {
  const named = new Set<Kind>();
  for (const schema of together) for (const each of kindsOf(schema)) named.add(each);
  if (named.size > 1) named.delete('null');
  if (named.has('double')) named.delete('int');
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : 'dyn';
}

function kindsOf(schema: Schema): Kind[] {
  const type = own(schema, 'type');
  if (type !== undefined) {
    const names: unknown[] = Array.isArray(type) ? type : [type];
    return names.map((name) => (typeof name === 'string' ? (kinds[name] ?? 'dyn') : 'dyn'));
  }
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return (values as unknown[]).map(kindOfValue);
  if (Object.hasOwn(schema, 'const')) return [kindOfValue(schema['const'])];
  return Object.hasOwn(schema, 'properties') ? ['object'] : [];
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'bool' : 'object';
}

function itemsOf(root: unknown, together: Schema[]): Type {
  const items = together.flatMap((schema) => {
    const prefix = own(schema, 'prefixItems');
    return [own(schema, 'items'), ...(Array.isArray(prefix) ? (prefix as unknown[]) : [])].filter(isSchema);
  });
  return items.length === 0 ? dyn : combine(root, items);
}

/** If no schema names a property, the object may have any property; otherwise only the named ones. */
function propertyOf(root: unknown, together: Schema[], name: string): Type | undefined {
  const found: unknown[] = [];
  let named = false;
  for (const schema of together) {
    const properties = own(schema, 'properties');
    const patterns = own(schema, 'patternProperties');
    if (isSchema(properties)) {
      named = true;
      if (Object.hasOwn(properties, name)) found.push(properties[name]);
    }
    if (isSchema(patterns) && Object.keys(patterns).length > 0) found.push({});
    if (found.length === 0 && isSchema(own(schema, 'additionalProperties'))) found.push(schema['additionalProperties']);
    if (own(schema, 'additionalProperties') === false) named = true;
  }
  if (found.length > 0) return combine(root, found);
  return named ? undefined : dyn;
}

function namesOf(together: Schema[]): string[] {
  const named = together.map((schema) => own(schema, 'properties')).filter(isSchema);
  return [...new Set(named.flatMap((properties) => Object.keys(properties)))];
}

function own(schema: Schema, key: string): unknown {
  return Object.hasOwn(schema, key) ? schema[key] : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
