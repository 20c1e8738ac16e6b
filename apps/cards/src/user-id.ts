const pattern = /^[A-Za-z0-9]{25}$/;

/** What is no user id is the id of nobody; Postgres would stumble over some. */
export function isUserId(text: string): boolean {
  return pattern.test(text);
}
