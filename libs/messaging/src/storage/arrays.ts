// Arrays as PostgreSQL reads them. `pg` takes several times as long, because it looks for quotes twice in each element.

/** For ids, numbers and moments in ISO form: nothing in them needs quotes. */
export function plainArray(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/**
 * For texts that `JSON.stringify` has made. They hold no control characters, so JSON escapes them as an array does, and
 * faster.
 */
export function jsonArray(values: readonly string[]): string {
  return `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
}

export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

function quoted(value: string): string {
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
}
