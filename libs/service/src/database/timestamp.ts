/** The objects of the specification have timestamps with an offset; our own have `Z`. */
export function timestamp(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}
