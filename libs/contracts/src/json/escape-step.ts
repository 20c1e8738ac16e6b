/** Escapes a member's name as a step of a JSON pointer (RFC 6901). */
export function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
