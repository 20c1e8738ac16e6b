import { Type } from 'class-transformer';
import { ArrayMaxSize, IsNumberString, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { rpc } from '../rpc.js';
import { Connection, ConnectionRef } from './users.js';

/** What identity tells a service that keeps a copy of all connections. */
export class CopiedConnection extends Connection {
  /** False while the account is closed: nobody may see the user, and the owner stays reserved. */
  open: boolean;
}

export class ConnectionsAfter {
  /** The last one of the page before. */
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

  /** The last one of the page before. */
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
  /** `known` of the last time, or `next` of the page before. */
  @IsOptional()
  @IsNumberString({ no_symbols: true })
  @MaxLength(18)
  after?: string;
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

/** That a user's connections changed, or that the user is gone; what the fact of it was called when it was told. */
export interface ConnectionChange {
  user_id: string;
  message_id: string;
}

export interface ConnectionChanges {
  changes: ConnectionChange[];
  /** Where the next page begins, if there is one. */
  next: string | null;
  /** Nothing will turn up before this any more; null while that cannot be said of anything. */
  known: string | null;
}

/** By provider and owner. */
export const allConnections = rpc('identity.connections.all', ConnectionsAfter).returns<ConnectionsPage>();
/** By user, provider and owner. */
export const connectionsOfUsers = rpc(
  'identity.connections.of-users',
  ConnectionsOfUsers,
).returns<ConnectionsOfUsersPage>();
/** Those of the owners who are connected, also with a closed account; at the most 250 are asked for. */
export const connectionsOfOwners = rpc('identity.connections.of-owners', ConnectionsOfOwners).returns<
  CopiedConnection[]
>();
/** What has changed since, in the order of the changes. */
export const connectionChanges = rpc('identity.connections.changes', ChangesAfter).returns<ConnectionChanges>();
