import type { ReactNode } from 'react';
import { Copyable } from '../../design/controls/copyable.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { useWords } from '../../words/use-words.js';

/** A secret that is shown once. */
export function ClientSecrets({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  const { settings } = useWords();
  return (
    <Dialog open onClose={onClose} title={settings.clientMade} description={settings.secretOnce}>
      <div className="panel">
        <Copyable text={secret} />
      </div>
    </Dialog>
  );
}
