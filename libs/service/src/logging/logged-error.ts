import { stdSerializers } from 'pino';

/** What PostgreSQL's client adds to an error and may hold what somebody has typed: parameters of the query, whole rows. */
const withheld = ['parameters', 'detail', 'where'];

/** An error as it is logged: of the query its text, of its values nothing. */
export function loggedError(error: unknown): unknown {
  return isError(error) ? without(error, new WeakSet()) : error;
}

/** Errors hang in errors: the driver's in the ORM's, the cause in what it caused; and some of them in themselves. */
function without(value: unknown, seen: WeakSet<object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return '[shown already]';
  seen.add(value);
  if (Array.isArray(value)) return value.map((each) => without(each, seen));
  if (isError(value)) return without(stdSerializers.err(value), seen);
  if (!isPlain(value)) return 'toJSON' in value ? value : `[${value.constructor.name}]`;
  const members = Object.entries(value).filter(([name]) => !withheld.includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, without(member, seen)]));
}

function isError(value: unknown): value is Error {
  return value instanceof Error || Error.isError(value);
}

/** Also of another realm, and what the serializer makes of an error. A socket is neither: all of the process hangs on it. */
function isPlain(value: object): boolean {
  return !('constructor' in value) || (typeof value.constructor === 'function' && value.constructor.name === 'Object');
}
