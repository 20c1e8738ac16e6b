import { stdSerializers } from 'pino';

/** What PostgreSQL's client adds to an error and may hold what somebody has typed: parameters of the query, whole rows. */
const withheld = ['parameters', 'detail', 'where'];

/** An error as it is logged: of the query its text, of its values nothing. */
export function loggedError(error: unknown): unknown {
  return error instanceof Error || Error.isError(error) ? without(stdSerializers.err(error)) : error;
}

/** Errors hang in errors: the driver's in the ORM's, the cause in what it caused. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !withheld.includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, without(member)]));
}
