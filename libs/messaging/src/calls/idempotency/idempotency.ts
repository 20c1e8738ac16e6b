import { Problem, type ProblemJson } from '@ces/contracts/problems';
import { userIdForm } from '@ces/contracts/user-id';
import { Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isOutage } from '../../storage/outage.js';
import { Transactions } from '../../storage/transactions.js';
import { AnswerCipher } from './answer-cipher.js';
import { currentCall, type CallContext, type IdempotencyKey } from '../call-context.js';
import { Gate } from '../gate.js';
import { IdempotencyStore, type StoredAnswer } from './idempotency.store.js';

const retentionMs = 24 * 3_600_000;

export type Command = () => Promise<unknown>;

/** Where commands wait before they take a connection. */
export type Line = Pick<Gate, 'run'>;

const noLine: Line = { run: (work) => work() };

/** Thrown by the second part of a command when the data of the first part are out of date. The command begins again. */
export class BeginAgain extends Error {}

/**
 * Runs a command once per key: the answer is recorded in the transaction of the change, so a retry repeats nothing. A
 * refusal (4xx) is recorded too, after its changes were rolled back, unless the key says that refusals are forgotten.
 */
@Injectable()
export class Idempotency {
  private readonly gate: Gate;
  /** Commands in two parts that this process runs at this moment. */
  private readonly underWay = new Set<string>();

  constructor(
    database: DataSource,
    private readonly transactions: Transactions,
    private readonly store: IdempotencyStore,
    @Optional() private readonly cipher?: AnswerCipher,
  ) {
    // A command with a key holds a connection from start to end, and may need a second one, so half of the pool stays free.
    this.gate = new Gate(Math.max(1, Math.floor(poolSize(database) / 2)));
  }

  async once(context: CallContext, subject: string, command: Command, line: Line = noLine): Promise<unknown> {
    const key = scopedKey(context, subject);
    if (!key) return line.run(command);
    return this.recordingRefusals(key, context, () => line.run(() => this.runOnce(key, context, command)));
  }

  /**
   * Runs a command in two parts. The first part takes long and holds no connection; it is skipped when an answer is
   * recorded. A request that comes again meanwhile is refused. If it comes to another replica, both run the first part, and
   * only one of them writes.
   */
  async onceInTwo(
    context: CallContext,
    subject: string,
    begin: () => Promise<Command>,
    line: Line = noLine,
  ): Promise<unknown> {
    const key = scopedKey(context, subject);
    if (!key) return beginning(async () => line.run(await begin()));
    return this.recordingRefusals(key, context, async () => {
      this.demandIdle(key);
      const earlier = await this.find(key);
      if (earlier) return this.replay(earlier, key, context);
      const once = async () => {
        const command = await begin();
        return line.run(() => this.runOnce(key, context, command));
      };
      return this.alone(key, () => beginning(once));
    });
  }

  async purge(): Promise<void> {
    await this.store.purge(new Date(Date.now() - retentionMs));
  }

  private async recordingRefusals(key: IdempotencyKey, context: CallContext, work: Command): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      const isAnswer = error instanceof Problem && !context.replayed && key.refusals !== 'forgotten' && isFinal(error);
      if (isAnswer) await this.recordRefusal(key, error);
      throw error;
    }
  }

  private runOnce(key: IdempotencyKey, context: CallContext, command: Command): Promise<unknown> {
    const run = async (): Promise<unknown> => {
      await this.claim(key);
      const earlier = await this.find(key);
      if (earlier) return this.replay(earlier, key, context);
      const answer = await command();
      await this.record(key, answer, 'answered');
      return answer;
    };
    return this.gate.run(() => this.transactions.run(run));
  }

  /** Refuses other requests with this key until the work ends. */
  private async alone(key: IdempotencyKey, work: Command): Promise<unknown> {
    this.demandIdle(key);
    const name = requestName(key);
    this.underWay.add(name);
    try {
      return await work();
    } finally {
      this.underWay.delete(name);
    }
  }

  private demandIdle(key: IdempotencyKey): void {
    if (this.underWay.has(requestName(key))) throw inProgress();
  }

  private async claim(key: IdempotencyKey): Promise<void> {
    if (!(await this.store.claim(requestName(key)))) throw inProgress();
  }

  /** Refuses a request that has the key but another body. */
  private async find(key: IdempotencyKey): Promise<StoredAnswer | undefined> {
    const earlier = await this.store.find(key);
    if (earlier && this.open(earlier.hash, key) !== key.hash) {
      throw new Problem(
        'idempotency-key-reused',
        'This key was sent before with another body; take a new key for a new request.',
      );
    }
    return earlier;
  }

  private async recordRefusal(key: IdempotencyKey, refusal: Problem): Promise<void> {
    await this.record(key, refusal.toJSON(), 'refused').catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    });
  }

  private replay(earlier: StoredAnswer, key: IdempotencyKey, context: CallContext): unknown {
    context.replayed = true;
    const answer: unknown = JSON.parse(this.open(earlier.answer, key));
    if (earlier.refused) throw Problem.from(answer as ProblemJson);
    return answer;
  }

  private async record(key: IdempotencyKey, answer: unknown, outcome: 'answered' | 'refused'): Promise<void> {
    const stored = {
      // The hash is sealed too: a short body, such as a name and a password, could be guessed from its digest.
      hash: this.seal(key.hash, key),
      answer: this.seal(JSON.stringify(answer ?? null), key),
      refused: outcome === 'refused',
    };
    await this.store.record(key, stored, currentCall()?.userId ?? userIn(key.scope));
  }

  private seal(text: string, key: IdempotencyKey): string {
    return this.cipher?.seal(text, requestName(key)) ?? text;
  }

  private open(text: string, key: IdempotencyKey): string {
    return this.cipher?.open(text, requestName(key)) ?? text;
  }
}

function inProgress(): Problem {
  const detail = 'The first request with this key has not ended yet.';
  return new Problem('idempotency-in-progress', detail, { retry_after: 1 });
}

async function beginning(work: Command): Promise<unknown> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BeginAgain)) throw error;
    }
  }
}

function scopedKey({ idempotency: given }: CallContext, subject: string): IdempotencyKey | undefined {
  return given && { ...given, scope: `${subject} ${given.scope}` };
}

function poolSize({ options }: DataSource): number {
  const { max } = (options as { extra?: { max?: number } }).extra ?? {};
  return max ?? 10;
}

const userInScope = new RegExp(`(?<=/)${userIdForm}(?=[/: ]|$)`);

/** The user of a user's token, or the one that the path names. */
function userIn(scope: string): string | null {
  return userInScope.exec(scope)?.[0] ?? null;
}

/** Names the request in locks and seals. Never change it: recorded answers would no longer open. */
function requestName(key: IdempotencyKey): string {
  return `${key.scope}\n${key.key}`;
}

/**
 * A refusal of the key says nothing about the request, and an internal error may be gone at the next attempt: neither
 * is recorded.
 */
function isFinal(problem: Problem): boolean {
  const isAboutTheKey = problem.code === 'idempotency-in-progress' || problem.code === 'idempotency-key-reused';
  return problem.status < 500 && problem.status !== 429 && !isAboutTheKey;
}
