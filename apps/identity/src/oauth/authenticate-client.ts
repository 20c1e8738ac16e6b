import { hasSecret, type KnownClient, type KnownClients } from '../clients/known-clients.js';
import { invalidRequest, OAuthFault } from '../tokens/protocol/oauth-fault.js';

interface Credentials {
  id: string;
  secret: string;
}

/** Authenticates by Basic or by the body, but not both, like the token endpoint (RFC 6749, section 2.3.1). */
export async function authenticateClient(
  clients: KnownClients,
  authorization: string | undefined,
  form: URLSearchParams,
): Promise<KnownClient> {
  const credentials = authorization === undefined ? fromBody(form) : fromHeader(authorization, form);
  const client = await clients.find(credentials.id);
  if (client && hasSecret(client, credentials.secret)) return client;
  const headers =
    authorization === undefined ? {} : { 'www-authenticate': 'Basic realm="ces", error="invalid_client"' };
  throw new OAuthFault(401, 'invalid_client', 'client authentication failed', headers);
}

/** A public client has no secret, so a request that names it is from it (RFC 7009, section 2.1). All others authenticate. */
export async function identifyClient(
  clients: KnownClients,
  authorization: string | undefined,
  form: URLSearchParams,
): Promise<KnownClient> {
  const id = authorization === undefined && !form.has('client_secret') ? form.get('client_id') : null;
  const named = id === null ? undefined : await clients.find(id);
  return named?.public ? named : authenticateClient(clients, authorization, form);
}

function fromBody(form: URLSearchParams): Credentials {
  const id = form.get('client_id');
  const secret = form.get('client_secret');
  if (!id) throw invalidRequest('no client authentication mechanism provided');
  if (!secret) throw new OAuthFault(401, 'invalid_client', 'client authentication failed');
  return { id, secret };
}

function fromHeader(authorization: string, form: URLSearchParams): Credentials {
  if (form.has('client_secret')) {
    throw invalidRequest('client authentication must only be provided using one mechanism');
  }
  const encoded = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const [, id, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) throw invalidRequest('invalid authorization header value format');
  const credentials = { id: formDecoded(id), secret: formDecoded(secret) };
  if (form.has('client_id') && form.get('client_id') !== credentials.id) throw invalidRequest('client_id mismatch');
  return credentials;
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw invalidRequest('client_id and client_secret in the authorization header are not properly encoded');
  }
}
