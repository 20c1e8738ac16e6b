import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { addPasskey, factorsQuery, removePasskey, type Passkey } from '../../api/factors.js';
import { knowsPasskeys } from '../../api/webauthn.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/controls/fields.js';
import { Moment } from '../../design/data/moment.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { Section } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';
import { Prove } from './prove.js';

/** The passkeys of the operator. */
export function Passkeys({ onCodes }: { onCodes: (codes: string[]) => void }): ReactNode {
  const { security } = useWords();
  const { data: factors, error, refetch } = useQuery(factorsQuery);
  const [adds, setAdds] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const add = knowsPasskeys() && (
    <Button look="primary" onClick={() => setAdds(true)}>
      {security.addPasskey}
    </Button>
  );
  return (
    <Section title={security.passkeys}>
      <div className="row spread">
        <span>{knowsPasskeys() ? security.passkeysText : security.noPasskeysHere}</span>
        {add}
      </div>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {factors?.passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
      ))}
      {adds && (
        <AddPasskey
          onClose={() => setAdds(false)}
          onDone={(codes) => {
            setAdds(false);
            say(security.passkeyAdded);
            if (codes) onCodes(codes);
          }}
        />
      )}
      {removed && (
        <Prove
          title={`${security.remove}: ${removed.name}`}
          text={security.removePasskeyText}
          action={security.remove}
          run={(proof) => removePasskey(removed.id, proof)}
          onDone={() => {
            setRemoved(undefined);
            say(security.passkeyRemoved);
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  );
}

function PasskeyLine({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }): ReactNode {
  const { security, common } = useWords();
  const { name, created, last_used } = passkey;
  return (
    <div className="row spread">
      <div>
        <strong>{name}</strong>
        <div className="small soft">
          {common.created}: <Moment at={created} />
          {last_used !== null && (
            <>
              {' · '}
              {security.lastUsed}: <Moment at={last_used} ago />
            </>
          )}
        </div>
      </div>
      <Button size="small" aria-label={`${security.remove}: ${name}`} onClick={onRemove}>
        {security.remove}
      </Button>
    </div>
  );
}

function AddPasskey({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (codes: string[] | undefined) => void;
}): ReactNode {
  const { security, common } = useWords();
  const [name, setName] = useState('');
  return (
    <Prove
      title={security.addPasskey}
      text={security.addPasskeyText}
      action={security.addPasskey}
      ready={name.trim() !== ''}
      run={(proof) => addPasskey(name.trim(), proof)}
      onDone={({ recovery_codes }) => onDone(recovery_codes)}
      onClose={onClose}
    >
      <TextField label={common.name} hint={security.passkeyName} value={name} onChange={setName} maxLength={100} />
    </Prove>
  );
}
