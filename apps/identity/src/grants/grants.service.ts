import { Gate } from '@ces/messaging/calls/gate';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { errors, type AdapterPayload } from 'oidc-provider';
import { IdentityConfig } from '../identity.config.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { AnonymousRows } from './anonymous-rows.js';
import { OAuthPayloadStore, type EndedPayload } from './oauth-payload.store.js';
import { rowOf, type PayloadRow, type SingleUse, type StoredKind, type UsedPayload } from './payload-rows.js';
import { openedWith, sealedFor } from './sealed-answer.js';

interface IssuedToken {
  jti: string;
  user_id: string;
  grant_id: string;
  /** Seconds from now. */
  seconds: number;
}

/** The writes of one request. */
interface Writes {
  kept: PayloadRow[];
  used: UsedPayload[];
  /** Tokens of foreign issuers. */
  spent: SingleUse[];
}

/** How long the same refresh token gets the same answer: an answer may be lost on its way. */
const graceSeconds = 10;

const batchSize = 5_000;
const waiting = new AsyncLocalStorage<Writes>();

/**
 * What is remembered of sign-ins. All of one grant ends together: its code, its refresh tokens and its access tokens. Access
 * tokens are JWTs, so each is noted here, to be revoked one by one.
 */
@Injectable()
export class GrantsService {
  private readonly gate: Gate;

  constructor(
    private readonly store: OAuthPayloadStore,
    private readonly transactions: Transactions,
    private readonly revocations: RevocationsService,
    private readonly anonymous: AnonymousRows,
    { DATABASE_POOL }: IdentityConfig,
  ) {
    // Sign-ins come in crowds, and each write waits for the disk. Readers must find a connection meanwhile.
    this.gate = new Gate(Math.max(1, Math.floor(DATABASE_POOL / 4)));
  }

  /**
   * Runs a request and writes what it kept and used at its end, all or nothing, and only if it gave an answer: a request that
   * gets no tokens uses up no code and no refresh token. No connection is held meanwhile. Returns the answer to send: for a
   * refresh token that was used a moment ago it is the earlier one, and nothing is written.
   */
  async together(work: () => Promise<object | undefined>): Promise<object | undefined> {
    const writes: Writes = { kept: [], used: [], spent: [] };
    const answer = await waiting.run(writes, work);
    if (!answer) return undefined;
    try {
      await this.write(writes, answer);
      return answer;
    } catch (error) {
      if (error instanceof AnsweredBefore) return error.answer;
      // The request's transaction is rolled back, so this is another one.
      if (error instanceof UsedTwice && error.grantId !== null) await this.endGrant(error.grantId);
      throw error;
    }
  }

  /** Keeps nothing when the user may no longer sign in or the grant has ended: the tokens issued for it are void. */
  async put(kind: StoredKind, id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    const row = rowOf(kind, id, payload);
    await this.anonymous.demandRoom(row);
    await this.keepRow({ ...row, seconds });
  }

  /** Adds to a grant. Returns false when the grant has ended: it is not written anew. */
  widen(grantId: string, more: object, seconds: number): Promise<boolean> {
    return this.store.widenGrant(grantId, more, seconds);
  }

  async find(kind: StoredKind, id: string): Promise<AdapterPayload | undefined> {
    const row = await this.store.find(kind, id);
    return row && { ...row.payload, jti: id, ...(row.consumed === null ? {} : { consumed: row.consumed }) };
  }

  /** Shows a used refresh token as unused while its answer is still repeated. */
  async findToRenew(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.find('RefreshToken', id);
    if (found?.consumed === undefined || !(await this.answerTo(id))) return found;
    return { ...found, consumed: undefined };
  }

  findByUid(kind: StoredKind, uid: string): Promise<AdapterPayload | undefined> {
    return this.store.findByUid(kind, uid);
  }

  /** Uses up a code or a refresh token. Of several requests at a time one succeeds; each later request ends the whole grant. */
  async consume(kind: StoredKind, id: string): Promise<void> {
    const used = { kind, id };
    const later = waiting.getStore();
    if (later) later.used.push(used);
    else await this.write({ kept: [], used: [used], spent: [] });
  }

  /** Spends a token of a foreign issuer. Fails if another request has spent it; the first to commit wins. */
  async useOnce(use: SingleUse): Promise<void> {
    const later = waiting.getStore();
    if (later) later.spent.push(use);
    else await this.write({ kept: [], used: [], spent: [use] });
  }

  remove(kind: StoredKind, id: string): Promise<void> {
    return this.store.remove(kind, id);
  }

  /** Notes an access token, so that it can be ended. Fails when its user or its grant has just ended. */
  noteAccessToken({ jti, user_id, grant_id, seconds }: IssuedToken): Promise<void> {
    return this.keepRow({ kind: 'AccessToken', key: jti, payload: {}, user_id, grant_id, seconds });
  }

  /** The grant goes first: a request that adds to it has committed and is seen here, or finds the grant gone. */
  endGrant(grantId: string): Promise<void> {
    return this.transactions.run(async () => this.revoke(await this.store.endGrant(grantId)));
  }

  /**
   * Ends the user's sessions, grants and all that depends on them. The caller also revokes all tokens issued up to now; but
   * clocks differ, and a token may name a later second. Call it last in a transaction: it holds up all other revocations.
   */
  async endUser(userId: string): Promise<void> {
    await this.revoke(await this.store.endUser(userId));
  }

  /** Leaves nothing that a later client with the same id could use. */
  endClient(clientId: string): Promise<void> {
    return this.store.endClient(clientId);
  }

  @Every({
    name: 'purge-grants',
    does: 'Deletes expired sessions, sign-ins, grants, codes and tokens.',
    seconds: 60,
  })
  async purge(): Promise<'more' | 'done'> {
    return (await this.store.purge(batchSize)) === batchSize ? 'more' : 'done';
  }

  private async revoke(ended: EndedPayload[]): Promise<void> {
    await this.revocations.revokeTokens(ended.filter(({ kind }) => kind === 'AccessToken'));
  }

  private async keepRow(row: PayloadRow): Promise<void> {
    const later = waiting.getStore();
    if (later) later.kept.push(row);
    else await this.write({ kept: [row], used: [], spent: [] });
  }

  /** Locks user and grant, in this order, before the rows that depend on them. Requests that end them do the same. */
  private write({ kept, used, spent }: Writes, answer?: object): Promise<void> {
    return this.gate.run(async () => {
      // Most requests only keep rows. One statement is enough then, without a transaction around it.
      if (used.length + spent.length === 0) return this.keepAll(kept);
      return this.transactions.run(async () => {
        await this.keepAll(kept);
        for (const each of spent) await this.spend(each);
        for (const each of used) await this.use(each, answer);
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

  private async spend(token: SingleUse): Promise<void> {
    if (!(await this.store.spend(token))) throw new errors.InvalidRequest('the subject_token was used before');
  }

  private async use(used: UsedPayload, answer: object | undefined): Promise<void> {
    const { kind, id } = used;
    const repeated = kind === 'RefreshToken' && answer ? sealedFor(id, answer) : undefined;
    if (await this.store.use(used, repeated, graceSeconds)) return;
    const before = kind === 'RefreshToken' ? await this.answerTo(id) : undefined;
    if (before) throw new AnsweredBefore(before);
    throw new UsedTwice(await this.store.findGrantId(used));
  }

  private async answerTo(refreshToken: string): Promise<object | undefined> {
    const sealed = await this.store.findAnswer(refreshToken);
    return sealed && openedWith(refreshToken, sealed);
  }
}

/** Rolls back the writes of a repeated request. */
class AnsweredBefore extends Error {
  constructor(readonly answer: object) {
    super('the refresh token was answered before');
  }
}

class UsedTwice extends errors.InvalidGrant {
  constructor(readonly grantId: string | null) {
    super('it was used already');
  }
}
