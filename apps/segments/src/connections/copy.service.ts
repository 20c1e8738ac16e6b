import type { CopiedConnection } from '@ces/contracts/identity/connection-copy';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { forgetIdentifiers } from '../files/forget-identifiers.js';
import { beyond, differing, heldBy, write } from './copied-rows.js';
import { MemberCounts } from './member-counts.js';
import { keyOf, Truth } from './truth.js';

const atOnce = 5_000;
const lock = `hashtextextended('copy of connections', 0)`;

type Connection = ConnectionRef & { user_id: string };

/** Of users who are gone. An owner may have changed hands, and the facts of it be on their way. */
interface Erasure {
  owners: ConnectionRef[];
  /** As they are connected now, and those by whom nobody is. */
  taken: CopiedConnection[];
  nobodys: ConnectionRef[];
  left: CopiedConnection[];
}

/**
 * The copy of identity's connections, which says who is in which segment. Facts only say whose connections changed: what
 * they are is asked of identity, so that facts may come late, twice and in any order. Whoever changes the copy, or counts
 * by it, holds one lock from before the question until the commit: an answer is never older than one that was applied.
 */
@Injectable()
export class CopyService {
  constructor(
    private readonly truth: Truth,
    private readonly counts: MemberCounts,
  ) {}

  async lock(tx: EntityManager): Promise<void> {
    // Identity is asked under it, page by page.
    await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '1min'`);
    await tx.query(`SELECT pg_advisory_xact_lock(${lock})`);
  }

  /** The lock over several transactions of a session. */
  async locked(session: EntityManager, work: () => Promise<void>): Promise<void> {
    await session.query(`SELECT pg_advisory_lock(${lock})`);
    try {
      await work();
    } finally {
      await session.query(`SELECT pg_advisory_unlock(${lock})`).catch(() => undefined);
    }
  }

  /** Brings the copy of these users' connections up to date, with all that follows from them. `told`: what was said of them. */
  async refresh(tx: EntityManager, userIds: string[], told: Connection[] = []): Promise<void> {
    await this.lock(tx);
    const users = [...new Set(userIds)];
    for (let start = 0; start < users.length; start += atOnce) {
      await this.refreshSome(tx, users.slice(start, start + atOnce), told);
    }
  }

  /** The users are gone: so are their connections, and the identifiers in files that were theirs. */
  async erase(tx: EntityManager, userIds: string[]): Promise<void> {
    await this.lock(tx);
    await this.carryOut(tx, await this.erasureOf(tx, userIds));
  }

  /** One step of the comparison of everything: the page after this position, and the position after it. */
  async compare(tx: EntityManager, after: ConnectionRef | null): Promise<ConnectionRef | null> {
    await this.lock(tx);
    const page = await this.truth.page(after);
    const last = page.whole ? undefined : page.connections.at(-1);
    const position = last ? { provider_name: last.provider_name, owner_id: last.owner_id } : null;
    const unknown = await beyond(tx, page, after, position);
    await this.change(tx, page.connections);
    await this.refresh(tx, unknown);
    return position;
  }

  private async refreshSome(tx: EntityManager, userIds: string[], told: Connection[]): Promise<void> {
    const { connections, gone } = await this.truth.ofUsers(userIds);
    const [erased, known] = [new Set(gone), new Set(connections.map(keyOf))];
    const held = await heldBy(tx, userIds);
    const stale = held.filter((row) => !erased.has(row.user_id) && !known.has(keyOf(row)));
    const refresh = (): Promise<void> => this.change(tx, connections, stale);
    if (gone.length === 0) return refresh();
    const owned = told.filter(({ user_id }) => erased.has(user_id));
    await this.carryOut(tx, await this.erasureOf(tx, gone, owned), refresh);
  }

  /** All that identity has to say of it is asked before a segment is touched: whoever renews or deletes one would wait. */
  private async erasureOf(tx: EntityManager, userIds: string[], owned: ConnectionRef[] = []): Promise<Erasure> {
    const held = await heldBy(tx, userIds);
    const owners = [...new Map([...held, ...owned].map((owner) => [keyOf(owner), owner])).values()];
    const taken = await this.truth.ofOwners(owners);
    const known = new Set(taken.map(keyOf));
    const nobodys = (owner: ConnectionRef): boolean => !known.has(keyOf(owner));
    return { owners, taken, left: held.filter(nobodys), nobodys: owners.filter(nobodys) };
  }

  private async carryOut(
    tx: EntityManager,
    { owners, taken, left, nobodys }: Erasure,
    before?: () => Promise<void>,
  ): Promise<void> {
    await forgetIdentifiers(tx, nobodys, async () => {
      await before?.();
      await this.change(tx, taken, left);
    });
    await tx.query(
      `UPDATE connection_walk SET position = NULL FROM json_to_recordset($1) AS t (provider_name text, owner_id text)
        WHERE position->>'provider_name' = t.provider_name AND position->>'owner_id' = t.owner_id`,
      [JSON.stringify(owners)],
    );
  }

  /** Writes what differs from identity's rows, takes out those that it has no more, and moves counts by what that changes. */
  private async change(tx: EntityManager, rows: CopiedConnection[], stale: CopiedConnection[] = []): Promise<void> {
    const changed = await differing(tx, rows);
    const owners = [...changed, ...stale];
    if (owners.length === 0) return;
    const held = changed.map((row) => row.held_by).filter((user) => user !== null);
    const users = [...new Set([...held, ...owners.map((row) => row.user_id)])];
    await this.counts.follow(tx, { owners, users }, () => write(tx, changed, stale, users));
  }
}
