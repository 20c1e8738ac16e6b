import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import { RevocationsService } from '../revocations/revocations.service.js';
import { AnonymousRows } from './anonymous-rows.js';
import { OAuthPayloadStore, type EndedPayload } from './oauth-payload.store.js';
import { rowOf, type SingleUse, type StoredKind } from './payload-rows.js';
import { PayloadWriter, UsedTwice } from './payload-writer.js';

interface IssuedToken {
  jti: string;
  user_id: string;
  grant_id: string;
  /** Seconds from now. */
  seconds: number;
}

const batchSize = 5_000;

/**
 * The records of sign-ins. A grant ends with its code, refresh tokens and access tokens. Access tokens are JWTs, so
 * each is recorded here, to be revoked one by one.
 */
@Injectable()
export class GrantsService {
  constructor(
    private readonly store: OAuthPayloadStore,
    private readonly writer: PayloadWriter,
    private readonly transactions: Transactions,
    private readonly revocations: RevocationsService,
    private readonly anonymous: AnonymousRows,
  ) {}

  /** Runs a request of the token endpoint, writes its rows together at its end, and returns the answer to send. */
  async together(work: () => Promise<object | undefined>): Promise<object | undefined> {
    try {
      return await this.writer.collect(work);
    } catch (error) {
      // The request's transaction is rolled back, so this is another one.
      if (error instanceof UsedTwice && error.grantId !== null) await this.endGrant(error.grantId);
      throw error;
    }
  }

  /** Keeps nothing when the user may no longer sign in or the grant has ended: its tokens are void. */
  async put(kind: StoredKind, id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    const row = rowOf(kind, id, payload);
    await this.anonymous.demandRoom(row);
    await this.writer.keep({ ...row, seconds });
  }

  /** Returns false when the grant has ended: it is not written anew. */
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
    if (found?.consumed === undefined || !(await this.writer.answerTo(id))) return found;
    return { ...found, consumed: undefined };
  }

  findByUid(kind: StoredKind, uid: string): Promise<AdapterPayload | undefined> {
    return this.store.findByUid(kind, uid);
  }

  /** Uses up a code or a refresh token. Of several requests at a time one succeeds; each later request ends the whole grant. */
  consume(kind: StoredKind, id: string): Promise<void> {
    return this.writer.use({ kind, id });
  }

  /** Spends a token of a foreign issuer. Fails if another request has spent it; the first to commit wins. */
  useOnce(token: SingleUse): Promise<void> {
    return this.writer.spend(token);
  }

  remove(kind: StoredKind, id: string): Promise<void> {
    return this.store.remove(kind, id);
  }

  /** Notes an access token, so that it can be ended. Fails when its user or its grant has just ended. */
  noteAccessToken({ jti, user_id, grant_id, seconds }: IssuedToken): Promise<void> {
    return this.writer.keep({ kind: 'AccessToken', key: jti, payload: {}, user_id, grant_id, seconds });
  }

  /** Deletes the grant before its tokens: a request that adds to it has committed and is seen, or finds no grant. */
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

  /**
   * Ends the user's sessions and grants but those of one access token, with all that depends on them. Call it last in a
   * transaction: it holds up all other revocations.
   */
  async endOthers(userId: string, jti: string): Promise<void> {
    await this.revoke(await this.store.endOthers(userId, await this.store.findGrantOf(jti)));
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
}
