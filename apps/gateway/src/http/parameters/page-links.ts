/** No cursor of a service has it. */
const separator = '~';
/** A cursor in a link leads back over this many pages. */
const mostPages = 50;

/** The cursor of the service, without the way back that a link adds to it. */
export function ownCursor(cursor: string): string {
  return cursor.split(separator, 1)[0] ?? '';
}

/**
 * The cursors of the links of a page, '' for the first page. Services read only onwards, so the cursor of a link names the
 * pages before it as well, the last of them first: `rel="prev"` shows again what was shown before.
 */
export function linksOf(
  given: string | undefined,
  next: string | null,
): { next?: string; prev?: string; first?: string } {
  const [own = '', ...back] = (given ?? '').split(separator);
  return {
    ...(next === null ? {} : { next: [next, own, ...back.slice(0, mostPages - 1)].join(separator) }),
    ...(back.length === 0 ? {} : { prev: back.join(separator) }),
    ...(own === '' ? {} : { first: '' }),
  };
}
