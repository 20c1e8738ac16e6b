import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { beginTotp, confirmTotp, factorsQuery, removeTotp, type PendingTotp } from '../../api/factors.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { TextField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { Barcode } from '../../design/data/barcode.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { Section } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';
import { Prove } from './prove.js';

/** The code app of the operator. */
export function CodeApp({ onCodes }: { onCodes: (codes: string[]) => void }): ReactNode {
  const { security } = useWords();
  const { data: factors } = useQuery(factorsQuery);
  const [pending, setPending] = useState<PendingTotp>();
  const [asked, setAsked] = useState<'add' | 'remove'>();
  const begin = useChange(() => beginTotp({}), setPending);
  const isOn = factors?.totp === true;
  const close = (): void => setAsked(undefined);
  const add = (): void => {
    if (factors && factors.passkeys.length > 0) setAsked('add');
    else begin.mutate(undefined, { onError: complain });
  };
  return (
    <Section title={security.app}>
      <div className="row spread">
        <span className="row">
          {security.appText}
          {factors && <Badge tone={isOn ? 'good' : 'idle'}>{isOn ? security.on : security.off}</Badge>}
        </span>
        {isOn ? (
          <Button onClick={() => setAsked('remove')}>{security.remove}</Button>
        ) : (
          <Button look="primary" busy={begin.isPending} disabled={!factors} onClick={add}>
            {security.add}
          </Button>
        )}
      </div>
      {asked === 'add' && (
        <Prove
          title={security.app}
          text={security.addAppText}
          action={security.add}
          run={beginTotp}
          onDone={(begun) => {
            close();
            setPending(begun);
          }}
          onClose={close}
        />
      )}
      {asked === 'remove' && (
        <Prove
          title={security.remove}
          text={security.removeText}
          action={security.remove}
          run={removeTotp}
          onDone={() => {
            close();
            say(security.removed);
          }}
          onClose={close}
        />
      )}
      {pending && (
        <ConfirmTotp
          pending={pending}
          onClose={() => setPending(undefined)}
          onCodes={(codes) => {
            setPending(undefined);
            onCodes(codes);
          }}
        />
      )}
    </Section>
  );
}

function ConfirmTotp({
  pending,
  onClose,
  onCodes,
}: {
  pending: PendingTotp;
  onClose: () => void;
  onCodes: (codes: string[]) => void;
}): ReactNode {
  const { security } = useWords();
  const [code, setCode] = useState('');
  const confirm = useChange(
    () => confirmTotp(code.replaceAll(' ', '')),
    ({ recovery_codes = [] }) => onCodes(recovery_codes),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={security.app}
      description={security.scan}
      onSubmit={() => confirm.mutate(undefined)}
      foot={
        <Button type="submit" look="primary" busy={confirm.isPending} disabled={code.length < 6}>
          {security.confirm}
        </Button>
      }
    >
      <Barcode kind="qr-code" text={pending.otpauth_url} label={security.scan} />
      <div className="row small">
        {security.orType} <Copyable text={pending.secret} />
      </div>
      <TextField
        label={security.code}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
      {confirm.error && <Problem error={confirm.error} />}
    </Dialog>
  );
}
