import { rpc } from '../../rpc.js';
import { ClientRef } from '../clients.js';

export interface ClientStanding {
  /** It is raised when the client loses a scope, or when all its tokens are revoked. */
  token_version: number;
}

/** For services that hand out something in the name of a client, which must end with the client's tokens. */
export const clientStanding = rpc('identity.clients.standing', ClientRef).returns<ClientStanding>();
