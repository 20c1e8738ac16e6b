import { Problem, type ProblemJson } from '@ces/contracts/problems';
import { Injectable, Optional } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AnswerCipher } from './answer-cipher.js';
import { currentCall, type CallContext, type IdempotencyKey } from './call-context.js';
import { Gate } from './gate.js';
import { isOutage } from './settle.js';
import { Transactions } from './transactions.js';

const retentionMs = 24 * 3_600_000;

/**
 * Runs a command once per key: the answer is recorded in the transaction of the change, so a retry after a lost answer
 * repeats nothing. A refusal (4xx) is an answer too and is recorded alone, its changes having been rolled back.
 */
@Injectable()
export class Idempotency {
  private readonly gate: Gate;

  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    @Optional() private readonly cipher?: AnswerCipher,
  ) {
    // A command with a key holds a connection all along, and may ask for another: together they must not hold them all.
    this.gate = new Gate(Math.max(1, Math.floor(poolSize(database) / 2)));
  }

  async once(context: CallContext, subject: string, command: () => Promise<unknown>): Promise<unknown> {
    const given = context.idempotency;
    if (!given) return command();
    const key = { ...given, scope: `${subject} ${given.scope}` };
    try {
      return await this.gate.run(() => this.runOnce(key, context, command));
    } catch (error) {
      if (error instanceof Problem && !context.replayed && isFinal(error)) await this.remember(key, error);
      throw error;
    }
  }

  private runOnce(key: IdempotencyKey, context: CallContext, command: () => Promise<unknown>): Promise<unknown> {
    return this.transactions.run(async (tx) => {
      const earlier = await claim(tx, key);
      if (earlier) return this.replay(earlier, key, context);
      const answer = await command();
      await this.record(tx, key, answer, 'answered');
      return answer;
    });
  }

  private async remember(key: IdempotencyKey, refusal: Problem): Promise<void> {
    await this.record(this.database.manager, key, refusal.toJSON(), 'refused').catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    });
  }

  private replay(earlier: Earlier, key: IdempotencyKey, context: CallContext): unknown {
    context.replayed = true;
    const answer: unknown = JSON.parse(this.cipher?.open(earlier.answer, nameOf(key)) ?? earlier.answer);
    if (earlier.refused) throw Problem.from(answer as ProblemJson);
    return answer;
  }

  private async record(
    tx: EntityManager,
    key: IdempotencyKey,
    answer: unknown,
    outcome: 'answered' | 'refused',
  ): Promise<void> {
    const text = JSON.stringify(answer ?? null);
    await tx.query(
      `INSERT INTO idempotency_key (scope, key, hash, answer, refused, user_id)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [
        key.scope,
        key.key,
        key.hash,
        this.cipher?.seal(text, nameOf(key)) ?? text,
        outcome === 'refused',
        currentCall()?.userId ?? null,
      ],
    );
  }

  async purge(): Promise<void> {
    await this.database.query('DELETE FROM idempotency_key WHERE created_at < $1', [
      new Date(Date.now() - retentionMs),
    ]);
  }
}

interface Earlier {
  hash: string;
  answer: string;
  refused: boolean;
}

/** The answer of an earlier run, if there is one; refuses what runs already and what carries another body. */
async function claim(tx: EntityManager, key: IdempotencyKey): Promise<Earlier | undefined> {
  const [lock] = await tx.query<{ free: boolean }[]>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
    [nameOf(key)],
  );
  if (!lock?.free) {
    throw new Problem('idempotency-in-progress', 'The first request with this key has not ended yet.', {
      retry_after: 1,
    });
  }
  const [earlier] = await tx.query<Earlier[]>(
    'SELECT hash, answer, refused FROM idempotency_key WHERE scope = $1 AND key = $2',
    [key.scope, key.key],
  );
  if (earlier && earlier.hash !== key.hash) {
    throw new Problem(
      'idempotency-key-reused',
      'This key was sent before with another body; take a new key for a new request.',
    );
  }
  return earlier;
}

function poolSize({ options }: DataSource): number {
  const { max } = (options as { extra?: { max?: number } }).extra ?? {};
  return max ?? 10;
}

/** Names the request among all others. */
function nameOf(key: IdempotencyKey): string {
  return `${key.scope}\n${key.key}`;
}

/** Refusals of the key itself say nothing about the request, and a fault of ours may be gone the next time. */
function isFinal(problem: Problem): boolean {
  const aboutTheKey = problem.code === 'idempotency-in-progress' || problem.code === 'idempotency-key-reused';
  return problem.status < 500 && problem.status !== 429 && !aboutTheKey;
}
