const pattern = /^[A-Za-z0-9]{25}$/;

/** Malformed ids match nothing; Postgres would throw on some of them. */
export function isUserId(text: string): boolean {
  return pattern.test(text);
}
