import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { KnownClients } from '../clients/known-clients.js';
import type { GrantsService, StoredKind } from '../grants/grants.service.js';
import { metadataOf } from './client-metadata.js';

const storedKinds: readonly string[] = ['Session', 'Interaction', 'Grant', 'AuthorizationCode', 'RefreshToken'];

/** Where oidc-provider finds what it remembers. Access tokens are JWTs: they are only ended, with their grant. */
export function adapterFor(model: string, clients: KnownClients, grants: GrantsService): Adapter {
  if (model === 'Client') return new ClientAdapter(model, clients);
  if (model === 'AccessToken') return new AccessTokenAdapter(model, grants);
  return isStored(model) ? new PayloadAdapter(model, grants) : new UnsupportedAdapter(model);
}

function isStored(model: string): model is StoredKind {
  return storedKinds.includes(model);
}

/** What this service does not do; a use of it is a fault that must show. */
class UnsupportedAdapter implements Adapter {
  constructor(private readonly model: string) {}

  find(_id: string): Promise<AdapterPayload | undefined> {
    return this.unsupported();
  }

  upsert(_id: string, _payload: AdapterPayload, _expiresIn: number): Promise<void> {
    return this.unsupported();
  }

  findByUserCode(): Promise<undefined> {
    return this.unsupported();
  }

  findByUid(_uid: string): Promise<AdapterPayload | undefined> {
    return this.unsupported();
  }

  consume(_id: string): Promise<void> {
    return this.unsupported();
  }

  destroy(_id: string): Promise<void> {
    return this.unsupported();
  }

  revokeByGrantId(_grantId: string): Promise<void> {
    return this.unsupported();
  }

  private unsupported(): Promise<never> {
    return Promise.reject(new Error(`${this.model} is not stored by this service`));
  }
}

class ClientAdapter extends UnsupportedAdapter {
  constructor(
    model: string,
    private readonly clients: KnownClients,
  ) {
    super(model);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await this.clients.find(id);
    return client && metadataOf(client);
  }
}

class AccessTokenAdapter extends UnsupportedAdapter {
  constructor(
    model: string,
    private readonly grants: GrantsService,
  ) {
    super(model);
  }

  override revokeByGrantId(grantId: string): Promise<void> {
    return this.grants.endGrant(grantId);
  }
}

class PayloadAdapter implements Adapter {
  constructor(
    private readonly kind: StoredKind,
    private readonly grants: GrantsService,
  ) {}

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.grants.find(this.kind, id);
  }

  upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    return this.grants.put(this.kind, id, payload, expiresIn);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.grants.findByUid(this.kind, uid);
  }

  async consume(id: string): Promise<void> {
    if (!(await this.grants.consume(this.kind, id))) throw new errors.InvalidGrant('it was used already');
  }

  destroy(id: string): Promise<void> {
    return this.grants.remove(this.kind, id);
  }

  revokeByGrantId(): Promise<void> {
    // The library asks all kinds of a grant to end, and the access tokens' end all of it.
    return Promise.resolve();
  }
}
