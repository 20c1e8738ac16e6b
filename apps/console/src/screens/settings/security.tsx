import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { changeFactor, type PendingTotp } from '../../api/factors.js';
import { sessionQuery } from '../../api/session.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { TextField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { Barcode } from '../../design/data/barcode.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { Page, Section } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';

/** The second factors of the operator who looks. */
export function Security(): ReactNode {
  const { security, shell } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [pending, setPending] = useState<PendingTotp>();
  const [codes, setCodes] = useState<string[]>();
  const begin = useChange(() => changeFactor<PendingTotp>('POST', 'totp'), setPending);
  const [removes, setRemoves] = useState(false);
  const isOn = session?.factors.totp ?? false;
  return (
    <Page title={shell.security} subtitle={security.subtitle}>
      <Section title={security.app}>
        <div className="row spread">
          <span className="row">
            <ShieldCheck size={18} aria-hidden="true" />
            {security.appText}
            <Badge tone={isOn ? 'good' : 'idle'}>{isOn ? security.on : security.off}</Badge>
          </span>
          {isOn ? (
            <Button onClick={() => setRemoves(true)}>{security.remove}</Button>
          ) : (
            <Button
              look="primary"
              busy={begin.isPending}
              onClick={() => begin.mutate(undefined, { onError: complain })}
            >
              {security.add}
            </Button>
          )}
        </div>
      </Section>
      {removes && <RemoveTotp onClose={() => setRemoves(false)} />}
      {pending && (
        <ConfirmTotp
          pending={pending}
          onClose={() => setPending(undefined)}
          onCodes={(found) => {
            setPending(undefined);
            setCodes(found);
          }}
        />
      )}
      {codes && (
        <Dialog open onClose={() => setCodes(undefined)} title={security.recovery} description={security.recoveryText}>
          <CodeBlock value={codes.join('\n')} label={security.recovery} />
        </Dialog>
      )}
    </Page>
  );
}

function RemoveTotp({ onClose }: { onClose: () => void }): ReactNode {
  const { security } = useWords();
  const [code, setCode] = useState('');
  const remove = useChange(
    () => changeFactor<undefined>('DELETE', 'totp', { code: code.replaceAll(' ', '') }),
    () => {
      say(security.removed);
      onClose();
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={security.remove}
      description={security.removeText}
      onSubmit={() => remove.mutate(undefined)}
      foot={
        <Button type="submit" look="primary" busy={remove.isPending} disabled={code.length < 6}>
          {security.remove}
        </Button>
      }
    >
      <TextField label={security.code} value={code} onChange={setCode} autoComplete="one-time-code" maxLength={30} />
      {remove.error && <Problem error={remove.error} />}
    </Dialog>
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
    () => changeFactor<{ recovery_codes: string[] }>('POST', 'totp:confirm', { code: code.replaceAll(' ', '') }),
    ({ recovery_codes }) => onCodes(recovery_codes),
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
