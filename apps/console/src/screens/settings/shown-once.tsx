import type { ReactNode } from 'react';
import { Copyable } from '../../design/controls/copyable.js';
import { Dialog } from '../../design/feedback/dialog.js';

/** A secret or link that no later screen shows. */
export function ShownOnce({
  title,
  description,
  text,
  onClose,
}: {
  title: string;
  description: string;
  text: string;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog open mustConfirm onClose={onClose} title={title} description={description}>
      <div className="panel">
        <Copyable text={text} />
      </div>
    </Dialog>
  );
}
