/** A field that is null is a field that was not given: all of a document, as far down as it goes. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map((each: unknown) => withoutNulls(each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(given.map(([key, each]) => [key, withoutNulls(each as unknown)])) as T;
}
