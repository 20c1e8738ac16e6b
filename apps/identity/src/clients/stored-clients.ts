import { Problem } from '@ces/contracts/problems';
import type { Client } from '@ces/contracts/identity/clients';
import type { EntityManager } from 'typeorm';
import { StoredClient } from './client.entity.js';

/** What an id of a client may look like: no id outside of this needs a look into the database. */
export const clientIdPattern = /^[\x21-\x7e]{1,128}$/;

export function clientNotFound(): Problem {
  return new Problem('client-not-found', 'There is no client of this id.');
}

/** The client, locked until the transaction ends: changes of one client come one after the other. */
export async function lockClient(tx: EntityManager, id: string): Promise<StoredClient> {
  const client = clientIdPattern.test(id)
    ? await tx.findOne(StoredClient, { where: { id }, lock: { mode: 'pessimistic_write' } })
    : null;
  if (!client) throw clientNotFound();
  return client;
}

export function toClient(stored: StoredClient): Client {
  return {
    id: stored.id,
    name: stored.name,
    scopes: stored.scopes,
    first_party: stored.first_party,
    redirect_uris: stored.redirect_uris,
    activation_url: stored.activation_url,
    deletion_url: stored.deletion_url,
    contact_email: stored.contact_email,
    secrets: stored.next_secret !== null || stored.previous_secret !== null ? 2 : 1,
    created: stored.created_at.toISOString(),
  };
}
