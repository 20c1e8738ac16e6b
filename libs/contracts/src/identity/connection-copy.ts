import { Type } from 'class-transformer';
import { ArrayMaxSize, IsNumberString, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { rpc } from '../rpc.js';
import { Connection, ConnectionRef } from './users.js';

export class CopiedConnection extends Connection {
  /** False while the account is closed. The copy must not show the user then, and the owner stays reserved. */
  open: boolean;

  /** True if it came with an import of members. Campaigns are not told that its user enters a segment. */
  imported: boolean;
}

export class ConnectionsAfter {
  @IsOptional()
  @ValidateNested()
  @Type(() => ConnectionRef)
  after?: ConnectionRef;
}

class UsersConnection extends ConnectionRef {
  @IsString()
  user_id: string;
}

export class ConnectionsOfUsers {
  @IsString({ each: true })
  @ArrayMaxSize(5_000)
  user_ids: string[];

  @IsOptional()
  @ValidateNested()
  @Type(() => UsersConnection)
  after?: UsersConnection;
}

export class ConnectionsOfOwners {
  @ValidateNested({ each: true })
  @Type(() => ConnectionRef)
  @ArrayMaxSize(250)
  owners: ConnectionRef[];
}

export class ChangesAfter {
  /** `known` of the previous read, or `next` of the page before. */
  @IsOptional()
  @IsNumberString({ no_symbols: true })
  @MaxLength(18)
  after?: string;
}

/** The connections that fit into one reply; `whole` is true when there are no more. */
export interface ConnectionsPage {
  connections: CopiedConnection[];
  whole: boolean;
}

export interface ConnectionsOfUsersPage extends ConnectionsPage {
  /** The requested users that do not exist, or no longer exist. */
  gone: string[];
}

/** Names a user whose connections changed or who is gone, and the message id of the fact about it. */
export interface ConnectionChange {
  user_id: string;
  message_id: string;
}

export interface ConnectionChanges {
  changes: ConnectionChange[];
  next: string | null;
  /** No later change will appear before this position; null while no such position is known. */
  known: string | null;
}

/** Pages are ordered by provider and owner. */
export const allConnections = rpc('identity.connections.all', ConnectionsAfter).returns<ConnectionsPage>();
/** Pages are ordered by user, provider and owner. */
export const connectionsOfUsers = rpc(
  'identity.connections.of-users',
  ConnectionsOfUsers,
).returns<ConnectionsOfUsersPage>();
/** Returns the connections of up to 250 owners, including those of closed accounts. */
export const connectionsOfOwners = rpc('identity.connections.of-owners', ConnectionsOfOwners).returns<
  CopiedConnection[]
>();
export const connectionChanges = rpc('identity.connections.changes', ChangesAfter).returns<ConnectionChanges>();
