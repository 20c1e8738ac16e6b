import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { may, sessionQuery } from '../../api/session.js';
import { Button } from '../controls/button.js';
import { ListTable, type ListTableProps } from '../data/list-table.js';
import { Empty } from '../feedback/empty.js';

interface ListScreenProps<Row> extends Omit<ListTableProps<Row>, 'empty' | 'onOpen'> {
  /** The frame shows the button for a new row beside its title. */
  frame: ComponentType<{ actions: ReactNode; children: ReactNode }>;
  /** A role with this scope makes rows, and changes them. */
  scope: string;
  make: string;
  makeIcon?: ReactNode;
  empty: { icon: ReactNode; title: string; text: string };
  /** Between title and table, such as a field that searches. */
  above?: ReactNode;
  /** The dialog that makes a row (`edited` is undefined) or changes one. With `to`, rows open a screen instead. */
  form: (edited: Row | undefined, close: () => void) => ReactNode;
  children?: ReactNode;
}

/** A screen of one list, whose rows are made and changed in a dialog. */
export function ListScreen<Row>(props: ListScreenProps<Row>): ReactNode {
  const { frame: Frame, scope, make, makeIcon = <Plus />, empty, above, form, children, ...table } = props;
  const { data: session } = useQuery(sessionQuery);
  const [edited, setEdited] = useState<{ row: Row | undefined }>();
  const manages = may(session, scope);
  const button = manages && (
    <Button look="primary" icon={makeIcon} onClick={() => setEdited({ row: undefined })}>
      {make}
    </Button>
  );
  return (
    <Frame actions={button}>
      {above}
      <ListTable<Row>
        {...table}
        onOpen={manages ? (row) => setEdited({ row }) : undefined}
        empty={<Empty {...empty}>{button}</Empty>}
      />
      {edited && form(edited.row, () => setEdited(undefined))}
      {children}
    </Frame>
  );
}
