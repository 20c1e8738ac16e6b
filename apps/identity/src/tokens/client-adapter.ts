import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { KnownClient, KnownClients } from '../clients/known-clients.js';

/** What we add to oidc-provider's own metadata of a client, so that one lookup decides a whole request. */
export interface ClientExtras {
  ces_scopes: string[];
  ces_version: number;
}

export const clientExtras = ['ces_scopes', 'ces_version'];

/**
 * Where oidc-provider finds clients. Access tokens are JWTs and stored nowhere; of what other grants keep, nothing is
 * supported, and a use of it is a fault that must show.
 */
export class ClientAdapter implements Adapter {
  constructor(
    private readonly model: string,
    private readonly clients: KnownClients,
  ) {}

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.model !== 'Client') return this.unsupported();
    const client = await this.clients.find(id);
    return client && metadataOf(client);
  }

  upsert(): Promise<void> {
    return this.unsupported();
  }

  findByUserCode(): Promise<undefined> {
    return this.unsupported();
  }

  findByUid(): Promise<undefined> {
    return this.unsupported();
  }

  consume(): Promise<void> {
    return this.unsupported();
  }

  destroy(): Promise<void> {
    return this.unsupported();
  }

  revokeByGrantId(): Promise<void> {
    return this.unsupported();
  }

  private unsupported(): Promise<never> {
    return Promise.reject(new Error(`${this.model} is not stored by this service`));
  }
}

function metadataOf(client: KnownClient): AdapterPayload & ClientExtras {
  return {
    client_id: client.id,
    // Demanded by the library; comparing is done by `hasSecret`, which knows the other one, too.
    client_secret: client.secrets[0],
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    ces_scopes: client.scopes,
    ces_version: client.version,
  };
}
