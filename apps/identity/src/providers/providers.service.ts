import type { Deleted } from '@ces/contracts/identity/clients';
import type { Provider, PutProvider } from '@ces/contracts/identity/providers';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageByCreation } from '@ces/service/database/keyset';
import { isForeignKeyViolation } from '@ces/service/database/violations';
import { Injectable } from '@nestjs/common';
import { Sealer } from '../sealing/sealer.js';
import { ProviderEntity } from './provider.entity.js';
import { ProviderStore, type Audience, type OfferedProvider, type TrustedProvider } from './provider.store.js';

export type { Audience, OfferedProvider };

type Client = Pick<ProviderEntity, 'issuer' | 'client_id'>;

export function providerNotFound(): Problem {
  return new Problem('provider-not-found', 'There is no provider of this name.');
}

@Injectable()
export class ProvidersService {
  constructor(
    private readonly store: ProviderStore,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
  ) {}

  put(request: PutProvider): Promise<Provider> {
    const provider = this.rowOf(request);
    return this.transactions.run(async () => {
      const providers = this.transactions.of(ProviderEntity);
      // The insert locks a new row, so that of two first requests the second sees what the first has made.
      const isNew = await this.store.insertIfMissing(provider);
      const lock = { mode: 'pessimistic_write' } as const;
      const before = isNew ? null : await providers.findOne({ where: { name: provider.name }, lock });
      await demandUnchanged(() => Promise.resolve(before ? toProvider(before) : undefined));
      const keepsSecret = request.client_secret === undefined && before !== null && isSameClient(before, provider);
      const client_secret = keepsSecret ? before.client_secret : provider.client_secret;
      await providers.upsert({ ...provider, client_secret }, ['name']);
      return toProvider(await providers.findOneByOrFail({ name: provider.name }));
    });
  }

  async createIfMissing(provider: PutProvider): Promise<'created' | 'found'> {
    return (await this.store.insertIfMissing(this.rowOf(provider))) ? 'created' : 'found';
  }

  list(search: SearchPage): Promise<Paged<Provider>> {
    return pageByCreation(
      search,
      (wanted) => this.store.newest(wanted),
      toProvider,
      ({ name }) => name,
    );
  }

  async get(name: string): Promise<Provider> {
    const provider = await this.transactions.of(ProviderEntity).findOneBy({ name });
    if (!provider) throw providerNotFound();
    return toProvider(provider);
  }

  async offered(to: Audience): Promise<string[]> {
    return (await this.store.findOffered(to, null)).map(({ name }) => name);
  }

  /** A provider of the sign-in page, with its secret; undefined when the page does not offer it. */
  async findOffered(to: Audience, name: string): Promise<OfferedProvider | undefined> {
    const [found] = await this.store.findOffered(to, name);
    return found && { ...found, client_secret: this.opened(found) };
  }

  findByIssuer(issuer: string): Promise<TrustedProvider[]> {
    return this.store.findByIssuer(issuer);
  }

  /** The foreign key of `connection` refuses while a connection is left, even one that is made at the same time. */
  async delete(name: string): Promise<Deleted> {
    const { affected } = await this.transactions
      .run(() => this.transactions.of(ProviderEntity).delete({ name }))
      .catch((error: unknown) => {
        if (!isForeignKeyViolation(error)) throw error;
        throw new Problem('provider-in-use', 'Users are connected through this provider.');
      });
    if (affected === 0) throw providerNotFound();
    return { deleted: true };
  }

  private rowOf(provider: PutProvider): Omit<ProviderEntity, 'created_at'> {
    const { name, issuer, client_ids, jwks_uri, client_id, client_secret, scopes, operators = false } = provider;
    if (operators && !client_id) throw operatorsWithoutId();
    if (typeof client_secret === 'string' && !client_id) throw secretWithoutId();
    const sealed = typeof client_secret === 'string' ? this.sealer.seal(client_secret, ownerOf(name)) : null;
    return {
      ...{ name, issuer, client_ids, jwks_uri: jwks_uri ?? null },
      client_id: client_id ?? null,
      client_secret: sealed,
      scopes: [...new Set(['openid', ...(operators ? ['email'] : []), ...(scopes ?? [])])],
      operators,
    };
  }

  private opened({ name, client_secret }: OfferedProvider): string | null {
    return client_secret === null ? null : this.sealer.open(client_secret, ownerOf(name));
  }
}

/** A secret goes only to the issuer for which it was given. */
function isSameClient(one: Client, other: Client): boolean {
  return one.client_id === other.client_id && one.issuer === other.issuer;
}

function ownerOf(name: string): string {
  return `provider ${name}`;
}

function secretWithoutId(): Problem {
  const detail = 'a secret belongs to a client_id at the provider; send both';
  return faulty('validation-failed', [{ pointer: '#/client_secret', code: 'client-id-missing', detail }]);
}

function operatorsWithoutId(): Problem {
  const detail = 'must name our client at the provider, with which operators sign in there';
  return faulty('validation-failed', [{ pointer: '#/client_id', code: 'client-id-missing', detail }]);
}

/** No answer shows the secret. */
function toProvider(provider: ProviderEntity): Provider {
  const { name, issuer, client_ids, jwks_uri, client_id, scopes, operators, created_at } = provider;
  return { name, issuer, client_ids, jwks_uri, client_id, scopes, operators, created: created_at.toISOString() };
}
