import { Problem, type ProblemJson } from '@ces/contracts/problems';
import { Injectable, Optional } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AnswerCipher } from './answer-cipher.js';
import { currentCall, type CallContext, type IdempotencyKey } from './call-context.js';
import { Gate } from './gate.js';
import { isOutage } from '../facts/settle.js';
import { Transactions } from '../storage/transactions.js';

const retentionMs = 24 * 3_600_000;

/**
 * Runs a command once per key: the answer is recorded in the transaction of the change, so a retry after a lost answer
 * repeats nothing. A refusal (4xx) is an answer too and is recorded alone, its changes having been rolled back, unless
 * the key says that refusals are forgotten.
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

  async once(context: CallContext, subject: string, command: Command): Promise<unknown> {
    const key = keyOf(context, subject);
    return key ? this.remembering(key, context, () => this.runOnce(key, context, command)) : command();
  }

  /**
   * For a command that has something long to do before it writes, which no connection should wait for. It is begun only
   * if there is no answer yet; two at once both begin, and one of them writes.
   */
  async onceInTwo(context: CallContext, subject: string, begin: () => Promise<Command>): Promise<unknown> {
    const key = keyOf(context, subject);
    if (!key) return beginning(async () => (await begin())());
    return this.remembering(key, context, async () => {
      const earlier = await this.find(this.database.manager, key);
      if (earlier) return this.replay(earlier, key, context);
      return beginning(async () => this.runOnce(key, context, await begin()));
    });
  }

  private async remembering(key: IdempotencyKey, context: CallContext, work: Command): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      const binds = error instanceof Problem && !context.replayed && key.refusals !== 'forgotten' && isFinal(error);
      if (binds) await this.remember(key, error);
      throw error;
    }
  }

  private runOnce(key: IdempotencyKey, context: CallContext, command: Command): Promise<unknown> {
    const run = async (tx: EntityManager): Promise<unknown> => {
      await claim(tx, key);
      const earlier = await this.find(tx, key);
      if (earlier) return this.replay(earlier, key, context);
      const answer = await command();
      await this.record(tx, key, answer, 'answered');
      return answer;
    };
    return this.gate.run(() => this.transactions.run(run));
  }

  /** The answer of an earlier run, if there is one; refuses what carries another body. */
  private async find(tx: EntityManager, key: IdempotencyKey): Promise<Earlier | undefined> {
    const [earlier] = await tx.query<Earlier[]>(
      'SELECT hash, answer, refused FROM idempotency_key WHERE scope = $1 AND key = $2',
      [key.scope, key.key],
    );
    if (earlier && this.open(earlier.hash, key) !== key.hash) {
      throw new Problem(
        'idempotency-key-reused',
        'This key was sent before with another body; take a new key for a new request.',
      );
    }
    return earlier;
  }

  private async remember(key: IdempotencyKey, refusal: Problem): Promise<void> {
    await this.record(this.database.manager, key, refusal.toJSON(), 'refused').catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    });
  }

  private replay(earlier: Earlier, key: IdempotencyKey, context: CallContext): unknown {
    context.replayed = true;
    const answer: unknown = JSON.parse(this.open(earlier.answer, key));
    if (earlier.refused) throw Problem.from(answer as ProblemJson);
    return answer;
  }

  private async record(
    tx: EntityManager,
    key: IdempotencyKey,
    answer: unknown,
    outcome: 'answered' | 'refused',
  ): Promise<void> {
    await tx.query(
      `INSERT INTO idempotency_key (scope, key, hash, answer, refused, user_id)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [
        key.scope,
        key.key,
        // Sealed, too: of a short body, which may be a name and a password, a digest tells too much.
        this.seal(key.hash, key),
        this.seal(JSON.stringify(answer ?? null), key),
        outcome === 'refused',
        currentCall()?.userId ?? userIn(key.scope),
      ],
    );
  }

  private seal(text: string, key: IdempotencyKey): string {
    return this.cipher?.seal(text, nameOf(key)) ?? text;
  }

  private open(text: string, key: IdempotencyKey): string {
    return this.cipher?.open(text, nameOf(key)) ?? text;
  }

  async purge(): Promise<void> {
    await this.database.query('DELETE FROM idempotency_key WHERE created_at < $1', [
      new Date(Date.now() - retentionMs),
    ]);
  }
}

/** Thrown by the second part of a command when it must be begun again: what the first part found is no longer so. */
export class BeginAgain extends Error {}

async function beginning(work: Command): Promise<unknown> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BeginAgain)) throw error;
    }
  }
}

/** What a key lets run once. */
export type Command = () => Promise<unknown>;

interface Earlier {
  hash: string;
  answer: string;
  refused: boolean;
}

function keyOf({ idempotency: given }: CallContext, subject: string): IdempotencyKey | undefined {
  return given && { ...given, scope: `${subject} ${given.scope}` };
}

/** Refuses what runs already. */
async function claim(tx: EntityManager, key: IdempotencyKey): Promise<void> {
  const [lock] = await tx.query<{ free: boolean }[]>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
    [nameOf(key)],
  );
  if (!lock?.free) {
    throw new Problem('idempotency-in-progress', 'The first request with this key has not ended yet.', {
      retry_after: 1,
    });
  }
}

function poolSize({ options }: DataSource): number {
  const { max } = (options as { extra?: { max?: number } }).extra ?? {};
  return max ?? 10;
}

/** The user of the token, or the one that the path names. */
function userIn(scope: string): string | null {
  return /(?<=\/)[A-Za-z0-9]{25}(?=[/: ]|$)/.exec(scope)?.[0] ?? null;
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
