import type { ReactNode } from 'react';
import type { Refusal } from '../../api/refusal.js';
import { Button } from '../controls/button.js';
import { Dialog } from './dialog.js';
import { Problem } from './problem.js';

/** Asks before what cannot be undone, or what reaches customers. */
export function Confirm({
  open,
  onClose,
  title,
  text,
  action,
  danger = false,
  busy,
  error,
  onConfirm,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  text: string;
  action: string;
  danger?: boolean | undefined;
  busy: boolean;
  error: Refusal | null;
  onConfirm: () => void;
  children?: ReactNode;
}): ReactNode {
  const button = (
    <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
      {action}
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} foot={button} onSubmit={onConfirm}>
      <p className="soft">{text}</p>
      {children}
      {error && <Problem error={error} />}
    </Dialog>
  );
}
