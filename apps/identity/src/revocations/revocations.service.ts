import type { Revocations } from '@ces/contracts/identity/tokens/revocations';
import { revocationsWake } from '@ces/contracts/wakes';
import { Nats } from '@ces/messaging/nats';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { accessTokenSeconds } from '../keys/token-lifetimes.js';
import { RevocationStore, type RevocationRow, type RevokedToken } from './revocation.store.js';

/** Clocks differ, and replicas learn of a change a little later. */
const marginSeconds = 60;
const keptSeconds = accessTokenSeconds + marginSeconds;
/** Keeps an answer well below the largest message of NATS. */
const pageSize = 5_000;

/** Tokens that end before their time. Gateways read the list and refuse such tokens. */
@Injectable()
export class RevocationsService implements OnApplicationBootstrap {
  constructor(
    private readonly store: RevocationStore,
    private readonly transactions: Transactions,
    private readonly nats: Nats,
  ) {}

  onApplicationBootstrap(): void {
    // Wakes were lost while this process had no connection.
    this.nats.onReconnect(() => {
      this.wakeGateways();
    });
  }

  /** Revokes the client's tokens below `leastVersion`. Joins the open transaction. */
  async revokeClient(id: string, leastVersion: number): Promise<void> {
    await this.lock();
    await this.store.revokeClient(id, leastVersion, keptSeconds);
  }

  /** The user's tokens issued up to now stop counting; tokens of a later second count. Joins the open transaction. */
  async revokeUser(id: string): Promise<void> {
    await this.lock();
    await this.store.revokeUser(id, keptSeconds);
  }

  revokeToken(id: string, expires: number): Promise<void> {
    return this.revokeTokens([{ id, expires }]);
  }

  async revokeTokens(tokens: RevokedToken[]): Promise<void> {
    if (tokens.length === 0) return;
    await this.transactions.run(async () => {
      await this.lock();
      await this.store.revokeTokens(tokens, marginSeconds);
    });
  }

  /** Returns whether all tokens of the user that were issued at this second are revoked. */
  isUserRevoked(id: string, issuedAt: number): Promise<boolean> {
    return this.store.isUserRevoked(id, issuedAt);
  }

  isRevoked(jti: string): Promise<boolean> {
    return this.store.isTokenRevoked(jti);
  }

  /** An unknown cursor gets everything. */
  async since(cursor: string): Promise<Revocations> {
    const asked = /^\d{1,18}$/.test(cursor) ? cursor : '0';
    const rows = await this.store.findSince(asked, pageSize);
    return {
      cursor: rows.at(-1)?.seq ?? asked,
      tokens: ofKind(rows, 'token').map(({ id }) => id),
      clients: ofKind(rows, 'client').map(({ id, least_version }) => ({ id, least_version: Number(least_version) })),
      users: ofKind(rows, 'user').map(({ id, least_version }) => ({ id, issued_until: Number(least_version) })),
      more: rows.length === pageSize,
    };
  }

  @Every({
    name: 'purge-revocations',
    does: 'Deletes revocations of tokens that have expired.',
    seconds: 60,
  })
  purge(): Promise<void> {
    return this.store.purge();
  }

  /** Gateways are woken after the commit. */
  private async lock(): Promise<void> {
    await this.store.lock();
    afterCommit(() => {
      this.wakeGateways();
    });
  }

  private wakeGateways(): void {
    this.nats.tell(this.nats.subject('wake', revocationsWake));
  }
}

function ofKind(rows: RevocationRow[], kind: RevocationRow['kind']): RevocationRow[] {
  return rows.filter((row) => row.kind === kind);
}
