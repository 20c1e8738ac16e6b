import { rpc } from '../../rpc.js';
import { ClientRef } from '../clients.js';

export interface ClientStanding {
  /** It is raised when the client loses a scope, or when all its tokens are revoked. */
  token_version: number;
  /** Requests a second; null for the limit for all clients. */
  rate_limit: number | null;
}

/**
 * For services that hand out something in the name of a client, which must end with the client's tokens, and for the limit
 * of its requests.
 */
export const clientStanding = rpc('identity.clients.standing', ClientRef).returns<ClientStanding>();
