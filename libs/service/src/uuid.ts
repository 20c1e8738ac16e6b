const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is no UUID is the id of nothing; Postgres would call it an error. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
