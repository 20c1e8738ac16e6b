import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/controls/fields.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';

/** Adds a card that was issued to the account of a person. */
export function LinkCard({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const { customers } = useWords();
  const [identifier, setIdentifier] = useState('');
  const link = useChange(
    () => call('post', '/api/1/admin/users/{user_id}/cards', { path: { user_id: userId }, body: { identifier } }),
    () => {
      say(customers.linked);
      onClose();
    },
  );
  const fault = link.error?.faultAt('#/identifier');
  const button = (
    <Button type="submit" look="primary" busy={link.isPending} disabled={identifier.trim() === ''}>
      {customers.linkCard}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={customers.linkCard}
      description={customers.linkCardText}
      foot={button}
      onSubmit={() => link.mutate(undefined)}
    >
      <TextField
        label={customers.cardNumber}
        value={identifier}
        onChange={setIdentifier}
        spellCheck={false}
        autoFocus
        fault={fault}
      />
      {link.error && fault === undefined && <Problem error={link.error} />}
    </Dialog>
  );
}
