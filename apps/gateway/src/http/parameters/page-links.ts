/** Stands between the cursors in a link. The cursor of a list of codes is a code, which may contain it. */
const separator = '~';
/** A cursor in a link leads back over this many pages. */
const mostPages = 50;

/** The cursor of the service, without the way back that a link adds to it. */
export function ownCursor(cursor: string): string {
  const [own = ''] = cursor.split(separator, 1);
  return own.replace(/%(7E|25)/g, decodeURIComponent);
}

function escaped(cursor: string): string {
  return cursor.replace(/%(?=7E|25)/g, '%25').replaceAll(separator, '%7E');
}

/**
 * The cursors of a page's links; '' stands for the first page. Services read only onwards, so a link's cursor also
 * lists the pages before it, the last of them first, for `rel="prev"`.
 */
export function linksOf(
  given: string | undefined,
  next: string | null,
): { next?: string; prev?: string; first?: string } {
  const [own = '', ...back] = (given ?? '').split(separator);
  return {
    ...(next === null ? {} : { next: [escaped(next), own, ...back.slice(0, mostPages - 1)].join(separator) }),
    ...(back.length === 0 ? {} : { prev: back.join(separator) }),
    ...(own === '' ? {} : { first: '' }),
  };
}
