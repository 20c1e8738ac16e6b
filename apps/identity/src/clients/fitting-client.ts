import { userScopes, type Scope } from '@ces/contracts/identity/tokens/scopes';
import { faulty, type Fault } from '@ces/contracts/problems';

interface Candidate {
  public: boolean;
  scopes: Scope[];
  redirect_uris: string[];
  origins: string[];
}

/** Demands what holds for the client's kind: a public client acts for its users only, and only a public client has origins. */
export function demandFitting(client: Candidate): void {
  const faults = client.public ? faultsOfPublic(client) : faultsOfConfidential(client);
  if (faults.length > 0) throw faulty('validation-failed', faults);
}

function faultsOfPublic({ scopes, redirect_uris }: Candidate): Fault[] {
  const faults = scopes.flatMap((scope, index) =>
    (userScopes as readonly string[]).includes(scope)
      ? []
      : [
          {
            pointer: `#/scopes/${index}`,
            code: 'not-for-public',
            detail: `is for tokens of a client itself, which a public client cannot get; it may have ${userScopes.join(', ')}`,
          },
        ],
  );
  const nowhere = {
    pointer: '#/redirect_uris',
    code: 'array-not-empty',
    detail: 'must hold an address, because the users of a public client sign in by a redirect',
  };
  return redirect_uris.length === 0 ? [...faults, nowhere] : faults;
}

function faultsOfConfidential({ origins }: Candidate): Fault[] {
  const detail = 'belongs to public clients only; create one with `public: true`';
  return origins.length === 0 ? [] : [{ pointer: '#/origins', code: 'public-only', detail }];
}
