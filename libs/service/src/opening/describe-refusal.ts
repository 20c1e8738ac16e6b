import { isOutage } from '@ces/messaging/storage/outage';

/** The error is about the connection to the database or our rights there, not about a statement. */
export function isRefusal(error: unknown): boolean {
  return isOutage(error) || codeOf(error) === '42501';
}

/** One line with the address and the user, but no password. */
export function describeRefusal(error: unknown, url: string): string {
  const { user, address, database } = partsOf(url);
  const reason = messageOf(error);
  switch (codeOf(error)) {
    case '28P01':
      return `PostgreSQL at ${address} refuses the password of user "${user}" (DATABASE_URL): ${reason}`;
    case '28000':
      return `PostgreSQL at ${address} does not let user "${user}" in: ${reason}`;
    case '3D000':
      return `PostgreSQL at ${address} has no database "${database}": ${reason}`;
    case '42501':
      return `PostgreSQL at ${address} does not give user "${user}" the rights it needs: ${reason}`;
    default:
      return `PostgreSQL at ${address} cannot be used: ${reason}`;
  }
}

function codeOf(error: unknown): string {
  return Error.isError(error) && 'code' in error ? String(error.code) : '';
}

function partsOf(url: string): { user: string; address: string; database: string } {
  const [, user = '', address = '', database = ''] =
    /^\w+:\/\/(?:([^:@/]*)(?::[^@/]*)?@)?([^/?]*)(?:\/([^?]*))?/.exec(url) ?? [];
  return { user: decodeURIComponent(user), address, database: decodeURIComponent(database) };
}

/** When a name has several addresses, Node reports them in an error without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  return Error.isError(error) ? error.message : String(error);
}
