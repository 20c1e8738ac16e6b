import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { ProviderEntity } from './provider.entity.js';

export type TrustedProvider = Pick<ProviderEntity, 'name' | 'issuer' | 'client_ids' | 'jwks_uri'>;

/** Identity providers. SQL because each token exchange looks one up, and the seed inserts only what is missing. */
@Injectable()
export class ProviderStore {
  constructor(private readonly transactions: Transactions) {}

  /** Several providers may share an issuer. */
  findByIssuer(issuer: string): Promise<TrustedProvider[]> {
    return this.transactions.current.query<TrustedProvider[]>(
      'SELECT name, issuer, client_ids, jwks_uri FROM provider WHERE issuer = $1 ORDER BY name',
      [issuer],
    );
  }

  /** Returns false, and changes nothing, when there is a provider with this name. */
  async insertIfMissing(provider: TrustedProvider): Promise<boolean> {
    const insert = this.transactions.of(ProviderEntity).createQueryBuilder().insert().values(provider);
    const { raw } = (await insert.orIgnore().returning('name').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }
}
