import {
  allConnections,
  connectionsOfOwners,
  connectionsOfUsers,
  type ConnectionsPage,
  type CopiedConnection,
} from '@ces/contracts/identity/connection-copy';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';

const ownersAtOnce = 250;

/** What identity says. */
@Injectable()
export class Truth {
  constructor(private readonly bus: Bus) {}

  page(after: ConnectionRef | null): Promise<ConnectionsPage> {
    return withoutKey(() => this.bus.call(allConnections, after ? { after } : {}));
  }

  async ofUsers(user_ids: string[]): Promise<{ connections: CopiedConnection[]; gone: string[] }> {
    const connections: CopiedConnection[] = [];
    for (let after: CopiedConnection | undefined; ; after = connections.at(-1)) {
      const asked = { user_ids, ...(after ? { after } : {}) };
      const page = await withoutKey(() => this.bus.call(connectionsOfUsers, asked));
      connections.push(...page.connections);
      if (page.whole) return { connections: latest(connections), gone: page.gone };
    }
  }

  /** Those of the owners who are connected. */
  async ofOwners(owners: ConnectionRef[]): Promise<CopiedConnection[]> {
    const found: CopiedConnection[] = [];
    for (let start = 0; start < owners.length; start += ownersAtOnce) {
      const some = owners.slice(start, start + ownersAtOnce);
      found.push(...(await withoutKey(() => this.bus.call(connectionsOfOwners, { owners: some }))));
    }
    return found;
  }
}

/** Between two pages an owner may have gone from a user of the one to a user of the other: the later page is right. */
export function latest(connections: CopiedConnection[]): CopiedConnection[] {
  return [...new Map(connections.map((each) => [keyOf(each), each])).values()];
}

/** Names of providers hold no space. */
export function keyOf({ provider_name, owner_id }: ConnectionRef): string {
  return `${provider_name} ${owner_id}`;
}
