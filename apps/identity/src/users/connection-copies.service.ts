import { userErased } from '@ces/contracts/identity/erasure';
import type {
  ChangesAfter,
  ConnectionChanges,
  ConnectionsAfter,
  ConnectionsOfUsers,
  ConnectionsOfUsersPage,
  ConnectionsPage,
  CopiedConnection,
} from '@ces/contracts/identity/connection-copy';
import {
  connectionCreated,
  connectionRemoved,
  userClosed,
  userRestored,
  type ConnectionRef,
} from '@ces/contracts/identity/users';
import { Injectable } from '@nestjs/common';
import { ConnectionCopyStore, type OutboxPlace } from './connection-copy.store.js';

/** Keeps a reply under 1 MiB, with room for what JSON adds to owner ids. */
const replyBytes = 600_000;
const pageSize = 1_000;
const changesAtOnce = 5_000;
/** Every transaction with an earlier place in the outbox has ended after this time; none takes half as long. */
const graceSeconds = 60;
const subjects = [connectionCreated, connectionRemoved, userClosed, userRestored, userErased].map(
  (event) => event.subject,
);

@Injectable()
export class ConnectionCopiesService {
  constructor(private readonly copies: ConnectionCopyStore) {}

  async all({ after }: ConnectionsAfter): Promise<ConnectionsPage> {
    return fittingPage(await this.copies.findAll(after, pageSize));
  }

  async ofUsers(asked: ConnectionsOfUsers): Promise<ConnectionsOfUsersPage> {
    const { gone, connections } = await this.copies.findOfUsers(asked, pageSize);
    return { ...fittingPage(connections), gone };
  }

  ofOwners(owners: ConnectionRef[]): Promise<CopiedConnection[]> {
    return this.copies.findOfOwners(owners);
  }

  /** Reads the outbox, which keeps facts for a day. Its places become visible out of order, so young facts are repeated. */
  async changes({ after = '0' }: ChangesAfter): Promise<ConnectionChanges> {
    const old = await this.copies.findPlaceOlderThan(graceSeconds);
    const { facts, next } = wholePlaces(await this.copies.findFacts(after, subjects, changesAtOnce));
    return {
      changes: facts.map(({ user_id, message_id }) => ({ user_id, message_id })),
      next,
      known: old && next !== null ? earlier(old.id, next) : (old?.id ?? null),
    };
  }
}

/** Leaves out the last place of a full page, which may have more facts; none has as many as a page. */
function wholePlaces<Fact extends OutboxPlace>(found: Fact[]): { facts: Fact[]; next: string | null } {
  if (found.length < changesAtOnce) return { facts: found, next: null };
  const facts = found.filter(({ id }) => id !== found.at(-1)?.id);
  return { facts, next: facts.at(-1)?.id ?? null };
}

function earlier(one: string, other: string): string {
  return BigInt(one) < BigInt(other) ? one : other;
}

/** Cuts a page where a reply would get too large, but not before its first connection. */
function fittingPage(rows: CopiedConnection[]): ConnectionsPage {
  let bytes = 0;
  const beyond = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > replyBytes);
  const connections = beyond < 0 ? rows : rows.slice(0, Math.max(beyond, 1));
  return { connections, whole: rows.length < pageSize && connections.length === rows.length };
}
