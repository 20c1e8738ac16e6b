import { Gate } from '@ces/messaging/calls/gate';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { errors } from 'oidc-provider';
import { IdentityConfig } from '../identity.config.js';
import { OAuthPayloadStore } from './oauth-payload.store.js';
import type { PayloadRow, SingleUse, UsedPayload } from './payload-rows.js';
import { openedWith, sealedFor } from './sealed-answer.js';

interface Writes {
  kept: PayloadRow[];
  used: UsedPayload[];
  spent: SingleUse[];
}

/** The same refresh token gets the same answer for this long, because an answer may be lost on its way. */
const graceSeconds = 10;

const waiting = new AsyncLocalStorage<Writes>();

/** Writes what requests keep, use up and spend: at the end of a request that is collected, else at once. */
@Injectable()
export class PayloadWriter {
  private readonly gate: Gate;

  constructor(
    private readonly store: OAuthPayloadStore,
    private readonly transactions: Transactions,
    { DATABASE_POOL }: IdentityConfig,
  ) {
    // Sign-ins come in crowds, and each write waits for the disk. Readers must find a connection meanwhile.
    this.gate = new Gate(Math.max(1, Math.floor(DATABASE_POOL / 4)));
  }

  /**
   * Runs a request and writes all that it kept, used and spent at its end, all or nothing, and only if it gave an
   * answer: a request that gets no tokens uses up no code and no refresh token. Holds no connection meanwhile. For a
   * refresh token that was used a moment ago it returns the earlier answer and writes nothing.
   */
  async collect(work: () => Promise<object | undefined>): Promise<object | undefined> {
    const writes: Writes = { kept: [], used: [], spent: [] };
    const answer = await waiting.run(writes, work);
    if (!answer) return undefined;
    try {
      await this.write(writes, answer);
      return answer;
    } catch (error) {
      if (error instanceof AnsweredBefore) return error.answer;
      throw error;
    }
  }

  async keep(row: PayloadRow): Promise<void> {
    const later = waiting.getStore();
    if (later) later.kept.push(row);
    else await this.write({ kept: [row], used: [], spent: [] });
  }

  async use(used: UsedPayload): Promise<void> {
    const later = waiting.getStore();
    if (later) later.used.push(used);
    else await this.write({ kept: [], used: [used], spent: [] });
  }

  async spend(token: SingleUse): Promise<void> {
    const later = waiting.getStore();
    if (later) later.spent.push(token);
    else await this.write({ kept: [], used: [], spent: [token] });
  }

  /** The answer that a used refresh token got, while it is repeated. */
  async answerTo(refreshToken: string): Promise<object | undefined> {
    const sealed = await this.store.findAnswer(refreshToken);
    return sealed && openedWith(refreshToken, sealed);
  }

  /** Locks user and grant, in this order, before the rows that depend on them. Requests that end them do the same. */
  private write({ kept, used, spent }: Writes, answer?: object): Promise<void> {
    return this.gate.run(async () => {
      // Most requests only keep rows. One statement is enough then, without a transaction around it.
      if (used.length + spent.length === 0) return this.keepAll(kept);
      return this.transactions.run(async () => {
        await this.keepAll(kept);
        for (const each of spent) await this.spendNow(each);
        for (const each of used) await this.useNow(each, answer);
      });
    });
  }

  /** All rows of one request belong to one user and one grant, so all are kept or none. */
  private async keepAll(rows: PayloadRow[]): Promise<void> {
    const all = rows.length === 0 || (await this.store.keepAll(rows));
    if (!all && rows.some(({ kind }) => kind === 'AccessToken')) {
      throw new errors.InvalidGrant('the account or the grant has ended');
    }
  }

  private async spendNow(token: SingleUse): Promise<void> {
    if (!(await this.store.spend(token))) throw new errors.InvalidRequest('the subject_token was used before');
  }

  private async useNow(used: UsedPayload, answer: object | undefined): Promise<void> {
    const { kind, id } = used;
    const repeated = kind === 'RefreshToken' && answer ? sealedFor(id, answer) : undefined;
    if (await this.store.use(used, repeated, graceSeconds)) return;
    const before = kind === 'RefreshToken' ? await this.answerTo(id) : undefined;
    if (before) throw new AnsweredBefore(before);
    throw new UsedTwice(await this.store.findGrantId(used));
  }
}

/** Rolls back the writes of a repeated request. */
class AnsweredBefore extends Error {
  constructor(readonly answer: object) {
    super('the refresh token was answered before');
  }
}

export class UsedTwice extends errors.InvalidGrant {
  constructor(readonly grantId: string | null) {
    super('it was used already');
  }
}
