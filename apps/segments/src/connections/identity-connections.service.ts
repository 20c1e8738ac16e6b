import {
  allConnections,
  connectionChanges,
  connectionsOfOwners,
  connectionsOfUsers,
  type ConnectionChanges,
  type ConnectionsPage,
  type CopiedConnection,
} from '@ces/contracts/identity/connection-copy';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';

const ownersAtOnce = 250;

@Injectable()
export class IdentityConnections {
  constructor(private readonly bus: Bus) {}

  page(after: ConnectionRef | null): Promise<ConnectionsPage> {
    return withoutKey(() => this.bus.call(allConnections, after ? { after } : {}));
  }

  changes(after: string | null): Promise<ConnectionChanges> {
    return withoutKey(() => this.bus.call(connectionChanges, after === null ? {} : { after }));
  }

  async ofUsers(user_ids: string[]): Promise<{ connections: CopiedConnection[]; gone: string[] }> {
    const connections: CopiedConnection[] = [];
    for (let after: CopiedConnection | undefined; ; after = connections.at(-1)) {
      const asked = { user_ids, ...(after ? { after } : {}) };
      const page = await withoutKey(() => this.bus.call(connectionsOfUsers, asked));
      connections.push(...page.connections);
      if (page.whole) return { connections: latestOfOwners(connections), gone: page.gone };
    }
  }

  /** An owner without a user has no connection. */
  async ofOwners(owners: ConnectionRef[]): Promise<CopiedConnection[]> {
    const found: CopiedConnection[] = [];
    for (let start = 0; start < owners.length; start += ownersAtOnce) {
      const some = owners.slice(start, start + ownersAtOnce);
      found.push(...(await withoutKey(() => this.bus.call(connectionsOfOwners, { owners: some }))));
    }
    return found;
  }
}

/** An owner may get another user between two pages. The later page is right. */
export function latestOfOwners(connections: CopiedConnection[]): CopiedConnection[] {
  return [...new Map(connections.map((each) => [ownerKey(each), each])).values()];
}

/** Names of providers contain no space. */
export function ownerKey({ provider_name, owner_id }: ConnectionRef): string {
  return `${provider_name} ${owner_id}`;
}
