import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { SelectField, TextArea, TextField } from '../../design/controls/fields.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';

/** Books points by hand, with a reason. */
export function Correct({
  userId,
  balances,
  onClose,
}: {
  userId: string;
  balances: NonNullable<Schema<'Wallet'>['balances']>;
  onClose: () => void;
}): ReactNode {
  const { customers, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const stacks = useRead('/api/1/admin/stacks', {
    query: { limit: 500 },
    enabled: may(session, 'rewards:manage', 'admin:read'),
  });
  const [stack, setStack] = useState(balances[0]?.stack_id ?? '');
  const [block, setBlock] = useState(balances[0]?.block_id);
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const book = useChange(
    () =>
      call('post', '/api/1/admin/users/{user_id}/transactions', {
        path: { user_id: userId },
        body: { stack_id: stack, value: Number(value), reason, ...(block === undefined ? {} : { block_id: block }) },
      }),
    () => {
      say(customers.corrected);
      onClose();
    },
  );
  const named = stacks.data?.map(({ id, name }) => [id, name] as const);
  const known = named ?? balances.map(({ stack_id, stack_name }) => [stack_id, stack_name] as const);
  const held = balances.filter(({ stack_id }) => stack_id === stack);
  const blocks =
    stacks.data?.find(({ id }) => id === stack)?.blocks ??
    held.map(({ block_id, block_name }) => ({ id: block_id, name: block_name }));
  const button = (
    <Button
      type="submit"
      look="primary"
      busy={book.isPending}
      disabled={stack === '' || value === '' || reason.trim() === ''}
    >
      {common.save}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={customers.correct}
      description={customers.correctText}
      foot={button}
      onSubmit={() => book.mutate(undefined)}
    >
      <SelectField
        label={customers.stack}
        value={stack}
        choices={[{ value: '', text: '—' }, ...[...new Map(known)].map(([id, text]) => ({ value: id, text }))]}
        onChange={(id) => {
          setStack(id);
          setBlock(undefined);
        }}
      />
      {blocks.length > 1 && (
        <SelectField
          label={customers.stackBlock}
          value={block ?? blocks[0]?.id ?? ''}
          choices={blocks.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={setBlock}
        />
      )}
      <TextField
        label={customers.points}
        hint={customers.pointsHint}
        type="number"
        value={value}
        onChange={setValue}
        fault={book.error?.faultAt('#/value')}
      />
      <TextArea label={customers.reason} value={reason} onChange={setReason} maxLength={500} />
      {book.error && <Problem error={book.error} />}
    </Dialog>
  );
}
