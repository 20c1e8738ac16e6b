import { ByKey, PutByKey, ShownStatus, type PutAnswer, type PutStatus } from '../../by-name/by-name.js';
import { audited, rpc } from '../../rpc.js';
import { IntersectionType } from '../../shape/described.js';
import { CreateClient, CreatedClient, type Client } from '../clients.js';

export class PutClientByKey extends IntersectionType(CreateClient, PutByKey) {}

export class ClientByName extends CreatedClient {
  @ShownStatus() status: PutStatus;
}

export const getClientByKey = rpc('identity.clients.get-by-key', ByKey).returns<Client>();
/** Absent fields get what a new client has. A client keeps its secrets. */
export const putClientByKey = audited(rpc('identity.clients.put-by-key', PutClientByKey).returns<PutAnswer<Client>>());
