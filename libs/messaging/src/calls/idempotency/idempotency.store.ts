import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Transactions } from '../../storage/transactions.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';

export type RequestName = Pick<IdempotencyKeyEntity, 'scope' | 'key'>;

/** A recorded answer or refusal, as it is stored: sealed where a service provides an `AnswerCipher`. */
export type StoredAnswer = Pick<IdempotencyKeyEntity, 'hash' | 'answer' | 'refused'>;

/** Answers to commands with an Idempotency-Key. SQL because the key is claimed with an advisory lock. */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly transactions: Transactions) {}

  /** Keeps a second run of the request out until the transaction ends. Returns false while another run is under way. */
  async claim(name: string): Promise<boolean> {
    const [lock] = await this.transactions.open.query<{ free: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
      [name],
    );
    return lock?.free ?? false;
  }

  async find({ scope, key }: RequestName): Promise<StoredAnswer | undefined> {
    const [answer] = await this.transactions.current.query<StoredAnswer[]>(
      'SELECT hash, answer, refused FROM idempotency_key WHERE scope = $1 AND key = $2',
      [scope, key],
    );
    return answer;
  }

  async record({ scope, key }: RequestName, { hash, answer, refused }: StoredAnswer, userId: string | null) {
    await this.transactions.current.query(
      `INSERT INTO idempotency_key (scope, key, hash, answer, refused, user_id)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [scope, key, hash, answer, refused, userId],
    );
  }

  async eraseUser(userId: string): Promise<void> {
    await this.transactions.open.delete(IdempotencyKeyEntity, { user_id: userId });
  }

  async purge(before: Date): Promise<void> {
    await this.transactions.of(IdempotencyKeyEntity).delete({ created_at: LessThan(before) });
  }
}
