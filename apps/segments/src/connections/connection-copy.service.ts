import type { CopiedConnection } from '@ces/contracts/identity/connection-copy';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Injectable } from '@nestjs/common';
import { IdentifiersService } from '../files/identifiers.service.js';
import { ComparisonStore } from './comparison.store.js';
import { ConnectionStore, type DifferingConnection, type HeldConnection } from './connection.store.js';
import { IdentityConnections, ownerKey } from './identity-connections.service.js';
import { MemberCounts } from './member-counts.service.js';

const usersAtOnce = 5_000;

type ToldConnection = ConnectionRef & { user_id: string };

/** An erasure of users. Their owners may have new users by now, whose facts are still under way. */
interface Erasure {
  owners: ConnectionRef[];
  /** The connections of owners who have a new user. */
  taken: CopiedConnection[];
  /** The owners who have no user. */
  free: ConnectionRef[];
  /** The rows of the copy for owners who have no user. */
  stale: HeldConnection[];
}

/**
 * The copy of identity's connections, which decides who is a member of which segment. A fact only names a user whose
 * connections have changed; this class then asks identity for them, so facts may come late, twice and in any order. Each
 * change of the copy takes a lock before it asks identity and holds it until the commit, as does each count of members. So
 * an older answer never replaces a newer one.
 */
@Injectable()
export class ConnectionCopyService {
  constructor(
    private readonly identity: IdentityConnections,
    private readonly connections: ConnectionStore,
    private readonly comparison: ComparisonStore,
    private readonly counts: MemberCounts,
    private readonly identifiers: IdentifiersService,
  ) {}

  lock(): Promise<void> {
    return this.connections.lock();
  }

  isComplete(): Promise<boolean> {
    return this.comparison.isComplete();
  }

  /**
   * `told` are the connections that the facts named: an erased user's identifiers may be in a file although the copy never
   * held the connection.
   */
  async refresh(userIds: string[], told: ToldConnection[] = []): Promise<void> {
    await this.connections.lock();
    const users = [...new Set(userIds)];
    for (let start = 0; start < users.length; start += usersAtOnce) {
      await this.refreshSome(users.slice(start, start + usersAtOnce), told);
    }
  }

  async erase(userIds: string[]): Promise<void> {
    await this.connections.lock();
    await this.carryOut(await this.planErasure(userIds));
  }

  /** Compares the page after this position. Returns the next position, or null after the last page. */
  async compare(after: ConnectionRef | null): Promise<ConnectionRef | null> {
    await this.connections.lock();
    const page = await this.identity.page(after);
    const last = page.whole ? undefined : page.connections.at(-1);
    const position = last ? { provider_name: last.provider_name, owner_id: last.owner_id } : null;
    const beyond = await this.connections.findBeyond(page, after, position);
    await this.change(page.connections);
    await this.refresh(beyond);
    return position;
  }

  private async refreshSome(userIds: string[], told: ToldConnection[]): Promise<void> {
    const { connections, gone } = await this.identity.ofUsers(userIds);
    const [erased, known] = [new Set(gone), new Set(connections.map(ownerKey))];
    const held = await this.connections.findHeldBy(userIds);
    const stale = held.filter((row) => !erased.has(row.user_id) && !known.has(ownerKey(row)));
    const refresh = (): Promise<void> => this.change(connections, stale);
    if (gone.length === 0) return refresh();
    const owned = told.filter(({ user_id }) => erased.has(user_id));
    await this.carryOut(await this.planErasure(gone, owned), refresh);
  }

  /** Asks identity everything before a segment is locked: an upload or a deletion would have to wait. */
  private async planErasure(userIds: string[], owned: ConnectionRef[] = []): Promise<Erasure> {
    const held = await this.connections.findHeldBy(userIds);
    const owners = [...new Map([...held, ...owned].map((owner) => [ownerKey(owner), owner])).values()];
    const taken = await this.identity.ofOwners(owners);
    const known = new Set(taken.map(ownerKey));
    const isFree = (owner: ConnectionRef): boolean => !known.has(ownerKey(owner));
    return { owners, taken, stale: held.filter(isFree), free: owners.filter(isFree) };
  }

  private async carryOut({ owners, taken, stale, free }: Erasure, before?: () => Promise<void>): Promise<void> {
    await this.identifiers.erase(free, async () => {
      await before?.();
      await this.change(taken, stale);
    });
    await this.comparison.forgetPosition(owners);
  }

  private async change(rows: CopiedConnection[], stale: HeldConnection[] = []): Promise<void> {
    const changed = await this.connections.findDiffering(rows);
    const owners = [...changed, ...stale];
    if (owners.length === 0) return;
    const held = changed.map((row) => row.held_by).filter((user) => user !== null);
    const users = [...new Set([...held, ...owners.map((row) => row.user_id)])];
    const untold = usersOfImport(changed);
    await this.counts.follow({ owners, users, untold }, () => this.connections.write(changed, stale, users));
  }
}

/** The users who enter a segment only because they were imported: every change of theirs is a new connection of an import. */
function usersOfImport(changed: DifferingConnection[]): Set<string> {
  const fromImport = ({ imported, held_by }: DifferingConnection): boolean => imported && held_by === null;
  const others = new Set(changed.filter((row) => !fromImport(row)).map(({ user_id }) => user_id));
  return new Set(changed.map(({ user_id }) => user_id).filter((user) => !others.has(user)));
}
