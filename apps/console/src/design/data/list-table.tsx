import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { List } from '../../api/use-api.js';
import { Table, type TableProps } from './table.js';

export interface ListTableProps<Row> extends Pick<TableProps<Row>, 'label' | 'columns' | 'keyOf' | 'onOpen' | 'empty'> {
  list: List<Row>;
  /** The address of a row's own screen. A row without one, and without `onOpen`, does not open. */
  to?: ((row: Row) => string) | undefined;
}

/** The table of a list of the API. It waits, loads further pages and shows a refusal by itself. */
export function ListTable<Row>({ list, to, onOpen, ...shown }: ListTableProps<Row>): ReactNode {
  const navigate = useNavigate();
  const open = to === undefined ? onOpen : (row: Row): void => void navigate({ to: to(row) });
  return <Table {...shown} rows={list.items} error={list.error} retry={list.retry} more={list} onOpen={open} />;
}
