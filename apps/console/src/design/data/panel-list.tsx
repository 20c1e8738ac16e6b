import type { ReactNode } from 'react';
import type { List } from '../../api/use-api.js';
import { useWords } from '../../words/use-words.js';
import { Button } from '../controls/button.js';
import { Problem } from '../feedback/problem.js';
import { Skeleton } from '../feedback/skeleton.js';

const busyMs = 2_000;
const idleMs = 30_000;
const ended = new Set(['finished', 'failed', 'cancelled']);

/** How soon a list of jobs is asked for again. Every read is a line of the audit log, so none is made without need. */
export function paceOf(items: readonly { state: string }[]): number {
  return items.some(({ state }) => !ended.has(state)) ? busyMs : idleMs;
}

/** A list of the API whose items are too large for rows. It waits, loads further pages and shows a refusal by itself. */
export function PanelList<Item>({
  list: { items, error, retry, hasMore, isLoadingMore, loadMore },
  empty,
  children,
}: {
  list: List<Item>;
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}): ReactNode {
  const { common } = useWords();
  return (
    <>
      {error && <Problem error={error} onRetry={retry} />}
      {items === undefined && !error && <Skeleton lines={6} />}
      {items?.length === 0 && empty}
      {items?.map(children)}
      {hasMore && (
        <div>
          <Button size="small" busy={isLoadingMore} onClick={loadMore}>
            {common.more}
          </Button>
        </div>
      )}
    </>
  );
}
