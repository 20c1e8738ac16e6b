import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { factorsQuery, proofByPasskey, type Proof } from '../../api/factors.js';
import { Refusal } from '../../api/refusal.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/controls/fields.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { useWords } from '../../words/use-words.js';

/**
 * Asks for a fresh proof by a factor that exists, and makes the change with it. Without a factor it asks only for `children`.
 */
export function Prove<Output>({
  title,
  text,
  action,
  ready = true,
  run,
  onDone,
  onClose,
  children,
}: {
  title: string;
  text?: string | undefined;
  action: string;
  /** Whether `children` are filled in. */
  ready?: boolean;
  run: (proof: Proof) => Promise<Output>;
  onDone: (output: Output) => void;
  onClose: () => void;
  children?: ReactNode;
}): ReactNode {
  const { security } = useWords();
  const { data: factors } = useQuery(factorsQuery);
  const [code, setCode] = useState('');
  const [hasPasskey, hasAny] = [isSome(factors?.passkeys), factors?.totp === true || isSome(factors?.passkeys)];
  const typed = code.replaceAll(' ', '');
  const act = useChange(async (by: 'code' | 'passkey') => {
    if (by === 'passkey') return run(await proofByPasskey());
    return run(hasAny ? { code: typed } : {});
  }, onDone);
  const foot = (
    <>
      {hasPasskey && (
        <Button disabled={!ready || act.isPending} onClick={() => act.mutate('passkey')}>
          {security.usePasskey}
        </Button>
      )}
      <Button type="submit" look="primary" busy={act.isPending} disabled={!ready || (hasAny && typed.length < 6)}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} description={text} foot={foot} onSubmit={() => act.mutate('code')}>
      {children}
      {hasAny && (
        <TextField
          label={security.code}
          hint={hasPasskey ? security.proofOrPasskey : security.proof}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          maxLength={30}
        />
      )}
      {act.error && <Problem error={inWords(act.error, security)} />}
    </Dialog>
  );
}

function isSome(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

/** Refusals of the browser get words here; those of the service have some. */
function inWords(error: Refusal, words: { passkeyUnused: string; passkeyKnown: string }): Refusal {
  if (error.code === 'passkey-unused') return new Refusal(error.status, { detail: words.passkeyUnused });
  return error.code === 'passkey-known' ? new Refusal(error.status, { detail: words.passkeyKnown }) : error;
}
