import { useEffect } from 'react';
import type { PathOf } from './routes.js';
import { useList } from './use-api.js';

/** Reads all pages of a list, for lists that a person keeps by hand. */
export function useWholeList<P extends PathOf<'get'>>(
  path: P,
  options: Parameters<typeof useList<P>>[1],
): ReturnType<typeof useList<P>> & { isWhole: boolean } {
  const list = useList(path, options);
  const { items, error, hasMore, loadMore } = list;
  useEffect(() => {
    if (hasMore && error === null) loadMore();
  });
  return { ...list, isWhole: items !== undefined && !hasMore };
}
