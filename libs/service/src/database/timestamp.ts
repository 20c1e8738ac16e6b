/** The specification writes timestamps as ISO 8601 with an offset. */
export function timestamp(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}
