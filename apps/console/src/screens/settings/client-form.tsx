import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Check, TextArea, TextField } from '../../design/controls/fields.js';
import { linesOf } from '../../design/controls/lines.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';
import { everyScope, type Scope } from './scopes.js';

type Client = Schema<'Client'>;

export function ClientForm({
  client,
  onClose,
  onSecret,
}: {
  client: Client | undefined;
  onClose: () => void;
  onSecret: (secret: string) => void;
}): ReactNode {
  const { settings, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [name, setName] = useState(client?.name ?? '');
  const [scopes, setScopes] = useState<readonly Scope[]>(client?.scopes ?? []);
  const [isPublic, setPublic] = useState(client?.public ?? false);
  const [firstParty, setFirstParty] = useState(client?.first_party ?? false);
  const [origins, setOrigins] = useState(client?.origins.join('\n') ?? '');
  const [redirects, setRedirects] = useState(client?.redirect_uris.join('\n') ?? '');
  const [rate, setRate] = useState(String(client?.rate_limit ?? ''));
  const save = useChange(
    async (): Promise<string | undefined> => {
      const body = {
        name,
        scopes: [...scopes],
        first_party: firstParty,
        origins: linesOf(origins),
        redirect_uris: linesOf(redirects),
        rate_limit: rate === '' ? null : Number(rate),
      };
      if (client === undefined) {
        return (await call('post', '/api/1/admin/clients', { body: { ...body, public: isPublic } })).secret;
      }
      await call('patch', '/api/1/admin/clients/{id}', { path: { id: client.id }, body });
      return undefined;
    },
    (secret) => {
      if (secret === undefined) {
        say(common.saved);
        onClose();
      } else onSecret(secret);
    },
  );
  const button = (
    <Button type="submit" look="primary" busy={save.isPending} disabled={name.trim() === ''}>
      {common.save}
    </Button>
  );
  // The service lets people grant only the scopes that they hold.
  const offered = everyScope.filter((scope) => scopes.includes(scope) || may(session, scope));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={client?.name ?? settings.newClient}
      foot={button}
      onSubmit={() => save.mutate(undefined)}
    >
      <TextField label={common.name} value={name} onChange={setName} fault={save.error?.faultAt('#/name')} />
      <fieldset className="choices">
        <legend>{settings.scopes}</legend>
        <div className="fields-row">
          {offered.map((scope) => (
            <Check
              key={scope}
              label={<code>{scope}</code>}
              checked={scopes.includes(scope)}
              onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((each) => each !== scope))}
            />
          ))}
        </div>
      </fieldset>
      {client === undefined && <Check label={settings.publicClient} checked={isPublic} onChange={setPublic} />}
      <Check label={settings.firstParty} checked={firstParty} onChange={setFirstParty} />
      <div className="fields-row">
        <TextArea label={settings.redirects} hint={settings.onePerLine} value={redirects} onChange={setRedirects} />
        <TextArea label={settings.origins} hint={settings.onePerLine} value={origins} onChange={setOrigins} />
      </div>
      <TextField
        label={settings.rateLimit}
        hint={settings.rateLimitHint}
        type="number"
        min={1}
        max={1_000_000}
        value={rate}
        onChange={setRate}
        fault={save.error?.faultAt('#/rate_limit')}
      />
      {save.error && <Problem error={save.error} />}
      {client && (
        <div className="row">
          {!client.public && <Rotation client={client} onClose={onClose} onSecret={onSecret} />}
          <AskFirst
            size="small"
            action={settings.deleteClient}
            title={`${settings.deleteClient}: ${client.name}`}
            text={settings.deleteClientText}
            run={() => call('delete', '/api/1/admin/clients/{id}', { path: { id: client.id } })}
            onDone={() => {
              say(settings.clientDeleted);
              onClose();
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Add, promote, retire: two secrets live meanwhile, so that no call fails. */
function Rotation({
  client,
  onClose,
  onSecret,
}: {
  client: Client;
  onClose: () => void;
  onSecret: (secret: string) => void;
}): ReactNode {
  const { settings } = useWords();
  const path = { id: client.id };
  const add = useChange(
    () => call('post', '/api/1/admin/clients/{id}/secrets', { path }),
    ({ secret }) => onSecret(secret),
  );
  if (client.secrets < 2) {
    return (
      <Button size="small" onClick={() => add.mutate(undefined, { onError: complain })}>
        {settings.addSecret}
      </Button>
    );
  }
  return (
    <>
      <AskFirst
        size="small"
        look="plain"
        action={settings.promote}
        text={settings.promoteText}
        run={() => call('post', '/api/1/admin/clients/{id}/secrets:promote', { path })}
        onDone={() => {
          say(settings.promoted);
          onClose();
        }}
      />
      <AskFirst
        size="small"
        action={settings.retire}
        text={settings.retireSecretText}
        run={() => call('delete', '/api/1/admin/clients/{id}/secrets/previous', { path })}
        onDone={() => {
          say(settings.retired);
          onClose();
        }}
      />
    </>
  );
}
