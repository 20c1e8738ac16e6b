import { stdSerializers } from 'pino';

/** Members of PostgreSQL's errors that may hold data of users: parameters of the query, whole rows. */
const withheld = ['parameters', 'detail', 'where'];

/** An error as it is logged: with the text of the query, but without its values. */
export function loggedError(error: unknown): unknown {
  return isError(error) ? without(error, new WeakSet()) : error;
}

/** Errors hold errors: the ORM's error holds the driver's, an effect holds its cause, and some errors hold themselves. */
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

/** True for literals of any realm and for serialized errors; false for a socket, which refers to the whole process. */
function isPlain(value: object): boolean {
  return !('constructor' in value) || (typeof value.constructor === 'function' && value.constructor.name === 'Object');
}
