import { providerNamePattern } from '@ces/contracts/identity/providers';
import {
  connectionCreated,
  connectionRemoved,
  userCreated,
  type AddConnection,
  type Connection,
  type ConnectionRef,
  type ConnectionsOf,
  type NewConnection,
} from '@ces/contracts/identity/users';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { providerNotFound } from '../providers/providers.service.js';
import { cursorOf, readCursor } from './connection-cursor.js';
import { ConnectionEntity } from './connection.entity.js';
import { ConnectionStore } from './connection.store.js';
import { newUserId } from './user-id.js';
import { userNotFound } from './user-not-found.js';
import { UserStore } from './user.store.js';
import { UsersService } from './users.service.js';

@Injectable()
export class ConnectionsService {
  constructor(
    private readonly connections: ConnectionStore,
    private readonly userStore: UserStore,
    private readonly users: UsersService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  // row 3
  async find({ provider_name, owner_id }: ConnectionRef): Promise<Connection> {
    if (!providerNamePattern.test(provider_name)) throw providerNotFound();
    const found = await this.connections.findOpenUser({ provider_name, owner_id });
    if (!found) throw providerNotFound();
    if (found.user_id === null) {
      throw new Problem('connection-not-found', 'No user is connected with this owner at this provider.');
    }
    return { provider_name, owner_id, user_id: found.user_id };
  }

  async userOf(connection: ConnectionRef): Promise<string | undefined> {
    return (await this.connections.findUser(connection))?.user_id;
  }

  // row 5
  async ensure({ provider_name, owner_id, client_id }: NewConnection): Promise<Connection> {
    if (!providerNamePattern.test(provider_name)) throw providerNotFound();
    const asked = { provider_name, owner_id };
    return this.transactions.run(async () => {
      for (;;) {
        const existing = await this.connections.findUser(asked);
        const known = existing && !existing.closed;
        const user_id = known ? existing.user_id : newUserId();
        concerns(user_id);
        // `create` fails when another request claims the owner, after it has waited for that request's commit.
        if (known || (await this.create({ ...asked, user_id }, client_id))) return { ...asked, user_id };
      }
    });
  }

  // row 4
  async ofUser({ user_id, limit = largestPage, cursor }: ConnectionsOf): Promise<Paged<Connection>> {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const rows = isUserId(user_id) ? await this.connections.findOfOpenUser(user_id, after, limit + 1) : undefined;
    if (!rows) throw userNotFound();
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return {
      items: items.map(({ provider_name, owner_id }) => ({ provider_name, owner_id, user_id })),
      next: last ? cursorOf(last) : null,
    };
  }

  // row 6
  add({ provider_name, owner_id, user_id }: AddConnection): Promise<Connection> {
    const connection = { provider_name, owner_id, user_id };
    return this.transactions.run(async () => {
      await this.users.lockOpen(user_id);
      concerns(user_id);
      const exists = providerNamePattern.test(provider_name) && (await this.connections.keepProvider(provider_name));
      if (!exists) throw providerUnknown();
      if (!(await this.claim(connection))) throw connectionExists();
      await this.outbox.add(connectionCreated, connection);
      return connection;
    });
  }

  remove({ provider_name, owner_id, user_id }: AddConnection): Promise<{ deleted: true }> {
    const connection = { provider_name, owner_id, user_id };
    return this.transactions.run(async () => {
      await this.users.lockOpen(user_id);
      if (!providerNamePattern.test(provider_name)) throw notConnected();
      const { affected } = await this.transactions.of(ConnectionEntity).delete(connection);
      if (!affected) throw notConnected();
      await this.outbox.add(connectionRemoved, connection);
      return { deleted: true };
    });
  }

  /** Removes all connections of a user whom the transaction has locked; answers how many there were. */
  async removeAll(userId: string): Promise<number> {
    const removed = await this.connections.deleteOfUser(userId);
    for (const connection of removed) await this.outbox.add(connectionRemoved, connection);
    return removed.length;
  }

  async hasAny(userId: string): Promise<boolean> {
    return this.transactions.of(ConnectionEntity).existsBy({ user_id: userId });
  }

  /** Creates one user however many requests come at once: one insert succeeds, and the others wait for its commit. */
  private async create(connection: Connection, maker: string | undefined): Promise<boolean> {
    const { user_id, provider_name } = connection;
    if (!(await this.connections.keepProvider(provider_name))) throw providerNotFound();
    if (!(await this.claim(connection))) return false;
    await this.userStore.addMadeInAdvance(user_id, maker ?? null);
    await this.outbox.add(userCreated, { user_id });
    await this.outbox.add(connectionCreated, connection);
    return true;
  }

  /** Answers false when the owner belongs to an open account. */
  private async claim(connection: Connection): Promise<boolean> {
    return (await this.connections.insert(connection)) || this.takeOver(connection);
  }

  /** Takes an owner from a closed account. That account is locked, so that it is not restored meanwhile. */
  private async takeOver(connection: Connection): Promise<boolean> {
    const { provider_name, owner_id } = connection;
    const before = await this.connections.findUser({ provider_name, owner_id });
    if (!before?.closed || !(await this.userStore.keepClosed(before.user_id))) return false;
    if (!(await this.connections.move(connection, before.user_id))) return false;
    await this.outbox.add(connectionRemoved, { provider_name, owner_id, user_id: before.user_id });
    return true;
  }
}

function providerUnknown(): Problem {
  const detail = 'There is no provider of this name.';
  return faulty('provider-unknown', [{ pointer: '#/provider_name', code: 'provider-unknown', detail }]);
}

function notConnected(): Problem {
  return new Problem('connection-not-found', 'The user has no such connection.');
}

/** Does not tell which user the owner is connected with. */
function connectionExists(): Problem {
  return new Problem('connection-exists', 'This owner is connected with a user already.');
}
