interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema | boolean>;
  items?: Schema | boolean;
  title?: string;
  description?: string;
}

export interface Name {
  label: string;
  type: string;
  detail?: string | undefined;
}

const person = ['email', 'firstName', 'infix', 'lastName', 'gender', 'dateOfBirth', 'postalCode', 'nickname'];
const text: Schema = { type: 'string' };
const fixed: Record<string, Schema> = {
  user: {
    properties: { id: text, active: { type: 'boolean' }, ...Object.fromEntries(person.map((name) => [name, text])) },
  },
  card: { properties: { card_id: text, card_definition: text, card_tier_id: text, state: text } },
  now: { type: 'timestamp' },
};

/** The names that a condition may have after this path: `[]` gives the variables, `['event']` the event's properties. */
export function namesAfter(path: readonly string[], event: unknown): Name[] {
  let place: Schema | undefined = { properties: { event: isSchema(event) ? event : {}, ...fixed } };
  for (const step of path) place = child(place, step);
  return Object.entries(place?.properties ?? {}).map(([label, schema]) => {
    const known = isSchema(schema) ? schema : {};
    return { label, type: typeOf(known), detail: known.title ?? known.description };
  });
}

function child(schema: Schema | undefined, step: string): Schema | undefined {
  const [name = '', ...brackets] = step.split('[');
  const named = Object.hasOwn(schema?.properties ?? {}, name) ? schema?.properties?.[name] : undefined;
  let found = isSchema(named) ? named : undefined;
  for (let depth = brackets.length; depth > 0; depth -= 1) found = isSchema(found?.items) ? found.items : undefined;
  return found;
}

function typeOf({ type, properties }: Schema): string {
  if (type === undefined) return properties === undefined ? 'any' : 'object';
  return Array.isArray(type) ? type.join(' | ') : type;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
