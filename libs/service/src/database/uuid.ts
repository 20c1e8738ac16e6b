const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Malformed ids match nothing; Postgres would throw on them. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
