import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SigningKeyEntity } from './signing-key.entity.js';

const lock = 0x6b65_7973; // 'keys'

/** The signing keys. SQL because a rotation changes rows by their state, under a lock that all replicas share. */
@Injectable()
export class SigningKeyStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Reads all keys outside of any transaction, because every request shares the result. The active key comes first. */
  findAll(): Promise<SigningKeyEntity[]> {
    return this.database.manager.find(SigningKeyEntity, { order: { state: 'ASC', created_at: 'DESC', kid: 'ASC' } });
  }

  /** Makes replicas that create or rotate keys wait for each other, until the transaction ends. */
  async lock(): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [lock]);
  }

  async rotate(): Promise<void> {
    const tx = this.transactions.open;
    await tx.query(`UPDATE signing_key SET state = 'retired', retired_at = now() WHERE state = 'active'`);
    await tx.query(`UPDATE signing_key SET state = 'active' WHERE state = 'next'`);
  }

  async purge(keptSeconds: number): Promise<void> {
    await this.transactions.current.query(
      'DELETE FROM signing_key WHERE retired_at < now() - make_interval(secs => $1)',
      [keptSeconds],
    );
  }
}
