export const userIdForm = '[A-Za-z0-9]{25}';

/** Ids of this many users fit into one message of NATS. */
export const mostUserIds = 20_000;

const pattern = new RegExp(`^${userIdForm}$`);

/** Malformed ids match nothing; Postgres would throw on some of them. */
export function isUserId(text: string): boolean {
  return pattern.test(text);
}
