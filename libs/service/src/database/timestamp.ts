/** The specification's timestamps are ISO 8601 with offset. */
export function timestamp(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}
