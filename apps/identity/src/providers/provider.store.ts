import { Transactions } from '@ces/messaging/storage/transactions';
import type { Wanted } from '@ces/service/database/keyset';
import { newestOf } from '@ces/service/database/newest.store';
import { Injectable } from '@nestjs/common';
import { ProviderEntity } from './provider.entity.js';

export type TrustedProvider = Pick<ProviderEntity, 'name' | 'issuer' | 'client_ids' | 'jwks_uri'>;
type NewProvider = Omit<ProviderEntity, 'created_at'>;
/** Users and operators have sign-in pages of their own. */
export type Audience = 'users' | 'operators';
export type OfferedProvider = Pick<ProviderEntity, 'name' | 'issuer' | 'jwks_uri' | 'client_secret' | 'scopes'> & {
  client_id: string;
};

/** Identity providers. SQL because requests look them up often, a list reads an index of expressions, and the seed inserts only what is missing. */
@Injectable()
export class ProviderStore {
  constructor(private readonly transactions: Transactions) {}

  newest(wanted: Wanted): Promise<ProviderEntity[]> {
    return newestOf(this.transactions.of(ProviderEntity), 'name', wanted).getMany();
  }

  /** For tokens of users, whom a provider for operators does not vouch for. Several providers may share an issuer. */
  findByIssuer(issuer: string): Promise<TrustedProvider[]> {
    return this.transactions.current.query<TrustedProvider[]>(
      'SELECT name, issuer, client_ids, jwks_uri FROM provider WHERE issuer = $1 AND NOT operators ORDER BY name',
      [issuer],
    );
  }

  /** Null finds all providers of the sign-in page of users or operators. */
  findOffered(to: Audience, name: string | null): Promise<OfferedProvider[]> {
    return this.transactions.current.query<OfferedProvider[]>(
      `SELECT name, issuer, jwks_uri, client_id, client_secret, scopes FROM provider
       WHERE client_id IS NOT NULL AND operators = $2 AND ($1::text IS NULL OR name = $1) ORDER BY name`,
      [name, to === 'operators'],
    );
  }

  async insertIfMissing(provider: NewProvider): Promise<boolean> {
    const insert = this.transactions.of(ProviderEntity).createQueryBuilder().insert().values(provider);
    const { raw } = (await insert.orIgnore().returning('name').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }
}
