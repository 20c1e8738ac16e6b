import type { Deleted } from '@ces/contracts/identity/clients';
import type { Provider, PutProvider } from '@ces/contracts/identity/providers';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isForeignKeyViolation } from '@ces/service/database/violations';
import { Injectable } from '@nestjs/common';
import { ProviderEntity } from './provider.entity.js';
import { ProviderStore, type TrustedProvider } from './provider.store.js';

export function providerNotFound(): Problem {
  return new Problem('provider-not-found', 'There is no provider of this name.');
}

@Injectable()
export class ProvidersService {
  constructor(
    private readonly store: ProviderStore,
    private readonly transactions: Transactions,
  ) {}

  put(request: PutProvider): Promise<Provider> {
    const provider = {
      name: request.name,
      issuer: request.issuer,
      client_ids: request.client_ids,
      jwks_uri: request.jwks_uri ?? null,
    };
    return this.transactions.run(async () => {
      const providers = this.transactions.of(ProviderEntity);
      await demandUnchanged(async () => {
        const lock = { mode: 'pessimistic_write' } as const;
        const row = await providers.findOne({ where: { name: provider.name }, lock });
        return row ? toProvider(row) : undefined;
      });
      await providers.upsert(provider, ['name']);
      return toProvider(await providers.findOneByOrFail({ name: provider.name }));
    });
  }

  /** Creates the provider unless one with its name exists. */
  async createIfMissing(provider: TrustedProvider): Promise<'created' | 'found'> {
    return (await this.store.insertIfMissing(provider)) ? 'created' : 'found';
  }

  async list(): Promise<Provider[]> {
    const providers = this.transactions.of(ProviderEntity);
    return (await providers.find({ order: { created_at: 'DESC', name: 'DESC' } })).map(toProvider);
  }

  async get(name: string): Promise<Provider> {
    const provider = await this.transactions.of(ProviderEntity).findOneBy({ name });
    if (!provider) throw providerNotFound();
    return toProvider(provider);
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
}

function toProvider({ created_at, ...provider }: ProviderEntity): Provider {
  return { ...provider, created: created_at.toISOString() };
}
