import { Type } from 'class-transformer';
import { IsOptional, IsString, ValidateNested } from 'class-validator';
import { rpc } from './rpc.js';
import { Connection, ConnectionRef } from './users.js';

/** What identity tells a service that keeps a copy of all connections. */
export class CopiedConnection extends Connection {
  /** False while the account is closed: nobody may see the user, and the owner stays reserved. */
  open: boolean;
}

class CopyPosition extends ConnectionRef {
  @IsString()
  user_id: string;
}

export class ConnectionsAfter {
  /** The last one of the page before. */
  @IsOptional()
  @ValidateNested()
  @Type(() => CopyPosition)
  after?: CopyPosition;
}

export class ConnectionsOfUsers extends ConnectionsAfter {
  /** 5,000 at the most. */
  @IsString({ each: true })
  user_ids: string[];
}

/** As many as fit into a reply; `whole` says that there are no more. */
export interface ConnectionsPage {
  connections: CopiedConnection[];
  whole: boolean;
}

export interface ConnectionsOfUsersPage extends ConnectionsPage {
  /** Of the users asked for, those that do not exist (any more). */
  gone: string[];
}

class NoFields {}

/** By provider and owner. */
export const allConnections = rpc('identity.connections.all', ConnectionsAfter).returns<ConnectionsPage>();
/** By user, provider and owner. */
export const connectionsOfUsers = rpc(
  'identity.connections.of-users',
  ConnectionsOfUsers,
).returns<ConnectionsOfUsersPage>();
/** Users whose connections changed so lately that others may not have heard of it. */
export const latelyChanged = rpc('identity.connections.lately-changed', NoFields).returns<string[]>();
