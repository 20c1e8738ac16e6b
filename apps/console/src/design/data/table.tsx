import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Refusal } from '../../api/refusal.js';
import { useWords } from '../../words/use-words.js';
import { Button } from '../controls/button.js';
import { Problem } from '../feedback/problem.js';

interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  end?: boolean;
  /** The name of the row, which stands out. */
  main?: boolean;
  width?: number;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  onOpen?: ((row: Row) => void) | undefined;
  empty: ReactNode;
  error?: Refusal | null;
  retry?: (() => void) | undefined;
  more?: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void } | undefined;
}

const rowHeight = 41;
/** Fewer rows than these are all in the page, and the page scrolls. */
const fewRows = 60;

/** Rows of data. Of many rows only those in sight are in the document. The arrow keys walk, and Enter opens. */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { label, columns, rows, keyOf, onOpen, empty, error, retry, more } = props;
  const { common } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableRowElement>(null);
  const isLong = rows !== undefined && rows.length > fewRows;
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: isLong,
  });
  const items = virtual.getVirtualItems();
  const widths = useWidths(head, isLong && items.length > 0);
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (isLong && more?.hasMore === true && !error && lastShown > rows.length - 20) more.loadMore();
  }, [isLong, more, error, lastShown, rows]);
  if (error && rows === undefined) return <Problem error={error} onRetry={retry} />;
  if (rows?.length === 0 && !error) return empty;
  const before = isLong ? (items[0]?.start ?? 0) : 0;
  const after = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const first = isLong ? (items[0]?.index ?? 0) : 0;
  const shown = isLong ? items.map(({ index }) => rows[index] as Row) : (rows ?? []);
  return (
    <>
      <div
        ref={frame}
        className={isLong ? 'table-frame tall' : 'table-frame'}
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        <table
          className={widths === undefined ? 'table' : 'table fixed'}
          aria-rowcount={(rows?.length ?? 0) + 1}
          aria-busy={rows === undefined}
        >
          <thead>
            <tr ref={head}>
              {columns.map(({ title, end, width }, index) => (
                <th
                  key={title}
                  scope="col"
                  className={end === true ? 'end' : undefined}
                  style={{ width: widths?.[index] ?? width }}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Gap height={before} span={columns.length} />}
            {rows === undefined ? <Waiting columns={columns} /> : null}
            {shown.map((row, index) => (
              <Line key={keyOf(row)} row={row} place={first + index + 2} columns={columns} onOpen={onOpen} />
            ))}
            {after > 0 && <Gap height={after} span={columns.length} />}
          </tbody>
        </table>
      </div>
      {error && <Problem error={error} onRetry={retry} />}
      {more?.hasMore === true && !isLong && !error && (
        <div>
          <Button size="small" busy={more.isLoadingMore} onClick={more.loadMore}>
            {common.more}
          </Button>
        </div>
      )}
    </>
  );
}

/** The columns of many rows keep the widths that the first rows gave them, so that none moves while they scroll. */
function useWidths(head: RefObject<HTMLTableRowElement | null>, areShown: boolean): number[] | undefined {
  const [widths, setWidths] = useState<number[]>();
  useLayoutEffect(() => {
    setWidths(areShown && head.current ? Array.from(head.current.cells, (cell) => cell.offsetWidth) : undefined);
  }, [areShown, head]);
  return widths;
}

function Gap({ height, span }: { height: number; span: number }): ReactNode {
  return (
    <tr aria-hidden="true">
      <td className="gap" colSpan={span} style={{ height }} />
    </tr>
  );
}

function Waiting<Row>({ columns }: { columns: readonly Column<Row>[] }): ReactNode {
  return [0, 1, 2, 3, 4].map((line) => (
    <tr key={line}>
      {columns.map(({ title }, index) => (
        <td key={title}>
          <span className="skeleton" style={{ width: `${40 + ((line * 17 + index * 29) % 45)}%` }} />
        </td>
      ))}
    </tr>
  ));
}

/** Scrolling draws the rows that come into sight, and none of the others again. */
const Line = memo(OneLine) as typeof OneLine;

function OneLine<Row>({
  row,
  place,
  columns,
  onOpen,
}: { row: Row; place: number } & Pick<TableProps<Row>, 'columns' | 'onOpen'>): ReactNode {
  const cells = columns.map(({ title, cell, end, main }) => (
    <td key={title} className={[end === true && 'end', main === true && 'main-cell'].filter(Boolean).join(' ')}>
      {cell(row)}
    </td>
  ));
  if (onOpen === undefined) return <tr aria-rowindex={place}>{cells}</tr>;
  return (
    <tr
      className="links"
      aria-rowindex={place}
      tabIndex={0}
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button, input, label')) onOpen(row);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') onOpen(row);
        walk(event);
      }}
    >
      {cells}
    </tr>
  );
}

function walk(event: KeyboardEvent<HTMLTableRowElement>): void {
  const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
  const target = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : undefined;
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.focus();
}
