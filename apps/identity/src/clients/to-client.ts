import type { Client } from '@ces/contracts/identity/clients';
import { Problem } from '@ces/contracts/problems';
import type { ClientEntity } from './client.entity.js';

export function toClient(stored: ClientEntity): Client {
  return {
    id: stored.id,
    name: stored.name,
    scopes: stored.scopes,
    first_party: stored.first_party,
    redirect_uris: stored.redirect_uris,
    activation_url: stored.activation_url,
    deletion_url: stored.deletion_url,
    password_url: stored.password_url,
    contact_email: stored.contact_email,
    secrets: stored.next_secret !== null || stored.previous_secret !== null ? 2 : 1,
    created: stored.created_at.toISOString(),
  };
}

export function clientNotFound(): Problem {
  return new Problem('client-not-found', 'There is no client of this id.');
}
