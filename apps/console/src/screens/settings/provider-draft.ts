import type { Schema } from '../../api/routes.js';
import { linesOf } from '../../design/controls/lines.js';

/** A provider as the form has it: lists are lines. */
export interface ProviderDraft {
  name: string;
  issuer: string;
  clientIds: string;
  jwksUri: string;
  clientId: string;
  scopes: string;
  operators: boolean;
  /** Always empty at first, because no answer shows it. */
  secret: string;
}

export function draftOf(provider: Schema<'Provider'> | undefined): ProviderDraft {
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientIds: provider?.client_ids.join('\n') ?? '',
    jwksUri: provider?.jwks_uri ?? '',
    clientId: provider?.client_id ?? '',
    scopes: provider?.scopes.join(' ') ?? '',
    operators: provider?.operators ?? false,
    secret: '',
  };
}

/** PUT replaces the provider, so everything that is to stay must be sent. A secret that is left out stays. */
export function bodyOf(draft: ProviderDraft): Schema<'ProviderSettings'> {
  const [issuer, jwksUri, clientId] = [draft.issuer.trim(), draft.jwksUri.trim(), draft.clientId.trim()];
  const scopes = draft.scopes.split(/\s+/).filter(Boolean);
  return {
    issuer,
    client_ids: linesOf(draft.clientIds),
    operators: draft.operators,
    ...(jwksUri === '' ? {} : { jwks_uri: jwksUri }),
    ...(clientId === '' ? {} : { client_id: clientId }),
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(draft.secret === '' ? {} : { client_secret: draft.secret }),
  };
}
