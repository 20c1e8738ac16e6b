import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useWords } from '../../words/use-words.js';
import { Button } from '../controls/button.js';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string | undefined;
  wide?: boolean;
  children: ReactNode;
  /** Buttons beside `Cancel`, or beside `Close` where nothing is submitted. */
  foot?: ReactNode;
  onSubmit?: (() => void) | undefined;
  /** Only its button closes a dialog whose content no later screen shows. */
  mustConfirm?: boolean;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  wide = false,
  children,
  foot,
  onSubmit,
  mustConfirm = false,
}: DialogProps): ReactNode {
  const { common } = useWords();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  const parts = (
    <>
      <div className="dialog-head">
        <div>
          <Base.Title>{title}</Base.Title>
          {description !== undefined && <Base.Description className="soft">{description}</Base.Description>}
        </div>
        {!mustConfirm && (
          <Base.Close render={<Button look="plain" size="small" aria-label={common.close} icon={<X />} />} />
        )}
      </div>
      <div className="dialog-body">{children}</div>
      {mustConfirm && (
        <div className="dialog-foot">
          <Base.Close render={<Button look="primary">{common.kept}</Button>} />
        </div>
      )}
      {foot !== undefined && (
        <div className="dialog-foot">
          <Base.Close render={<Button>{onSubmit ? common.cancel : common.close}</Button>} />
          {foot}
        </div>
      )}
    </>
  );
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={mustConfirm || onSubmit !== undefined}
      onOpenChange={(opened, { reason }) => {
        if (!opened && (!mustConfirm || reason === 'close-press')) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={wide ? 'dialog wide' : 'dialog'}>
          {onSubmit ? (
            <form className="dialog-form" onSubmit={submit}>
              {parts}
            </form>
          ) : (
            parts
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
