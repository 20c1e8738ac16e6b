import type { Client } from '@ces/contracts/identity/clients';
import { Problem } from '@ces/contracts/problems';
import type { ClientEntity } from './client.entity.js';

export function toClient(stored: ClientEntity): Client {
  return {
    id: stored.id,
    key: stored.key,
    name: stored.name,
    scopes: stored.scopes,
    first_party: stored.first_party,
    public: stored.public,
    origins: stored.origins,
    redirect_uris: stored.redirect_uris,
    activation_url: stored.activation_url,
    deletion_url: stored.deletion_url,
    password_url: stored.password_url,
    contact_email: stored.contact_email,
    rate_limit: stored.rate_limit,
    secrets: sealedSecretsOf(stored).length,
    last_used_at: stored.last_used_at?.toISOString() ?? null,
    created: stored.created_at.toISOString(),
  };
}

/** All living secrets of a client, as the table holds them. The first one signs. */
export function sealedSecretsOf({ secret, next_secret, previous_secret }: ClientEntity): string[] {
  return [secret, next_secret, previous_secret].filter((each) => each !== null);
}

export function clientNotFound(): Problem {
  return new Problem('client-not-found', 'There is no client of this id.');
}
