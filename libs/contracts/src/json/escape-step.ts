/** Escapes a member's name as a step of a JSON pointer (RFC 6901). */
export function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Writes a member's name as a step of a pointer that begins with `#`: a URI fragment, so it is percent-encoded, too. */
export function fragmentStep(name: string): string {
  return fragmentOf(escapeStep(name));
}

/** Percent-encodes a pointer for use after `#` (RFC 6901, section 6). A lone surrogate has no encoding and becomes U+FFFD. */
export function fragmentOf(pointer: string): string {
  return encodeURI(pointer.toWellFormed()).replaceAll('#', '%23');
}
