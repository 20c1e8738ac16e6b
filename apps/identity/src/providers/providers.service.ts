import type { Deleted } from '@ces/contracts/identity/clients';
import type { Provider, PutProvider } from '@ces/contracts/identity/providers';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isForeignKeyViolation } from '@ces/service/database/violations';
import { StoredProvider } from './provider.entity.js';

export function providerNotFound(): Problem {
  return new Problem('provider-not-found', 'There is no provider of this name.');
}

@Injectable()
export class ProvidersService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  put(request: PutProvider): Promise<Provider> {
    const provider = {
      name: request.name,
      issuer: request.issuer,
      client_ids: request.client_ids,
      jwks_uri: request.jwks_uri ?? null,
    };
    return this.transactions.run(async (tx) => {
      await tx.upsert(StoredProvider, provider, ['name']);
      return toProvider(await tx.findOneByOrFail(StoredProvider, { name: provider.name }));
    });
  }

  /** Creates it unless there is one of this name. */
  async createIfMissing(provider: Provider): Promise<'created' | 'found'> {
    const insert = this.database.createQueryBuilder().insert().into(StoredProvider).values(provider);
    const { raw } = (await insert.orIgnore().returning('name').execute()) as { raw: unknown[] };
    return raw.length > 0 ? 'created' : 'found';
  }

  async list(): Promise<Provider[]> {
    const providers = await this.database.manager.find(StoredProvider, { order: { created_at: 'DESC', name: 'DESC' } });
    return providers.map(toProvider);
  }

  async get(name: string): Promise<Provider> {
    const provider = await this.database.manager.findOneBy(StoredProvider, { name });
    if (!provider) throw providerNotFound();
    return toProvider(provider);
  }

  /** The foreign key of `connection` refuses while one is left, however late it came. */
  async delete(name: string): Promise<Deleted> {
    const { affected } = await this.transactions
      .run((tx) => tx.delete(StoredProvider, { name }))
      .catch((error: unknown) => {
        if (!isForeignKeyViolation(error)) throw error;
        throw new Problem('provider-in-use', 'Users are connected through this provider.');
      });
    if (affected === 0) throw providerNotFound();
    return { deleted: true };
  }
}

function toProvider({ created_at, ...provider }: StoredProvider): Provider {
  return { ...provider, created: created_at.toISOString() };
}
