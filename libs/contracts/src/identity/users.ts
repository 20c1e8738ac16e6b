import { ApiProperty } from '../shape/described.js';
import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { Page, type Paged } from '../paging.js';
import { audited, fact, rpc } from '../rpc.js';

/** 1 to 255 characters, case-sensitive, as the provider gives it. */
export class ConnectionRef {
  @ApiProperty({ example: 'demo', description: 'Name of a configured OpenID provider' })
  @IsString()
  provider_name: string;

  @ApiProperty({ example: '248289761001', description: "The user's identifier at the provider" })
  @IsString()
  @Length(1, 255)
  @Matches(/^[^\0\p{Surrogate}]*$/u, { message: 'owner_id must be well-formed text without NUL' })
  owner_id: string;
}

export class Connection extends ConnectionRef {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The user, 25 of A-Z a-z 0-9' })
  user_id: string;
}

export class UserRef {
  @IsString()
  user_id: string;
}

export class NewConnection extends ConnectionRef {
  /** The calling client, which is recorded as the maker of a new user. Gateways of older releases omit it. */
  @IsOptional()
  @IsString()
  client_id?: string;
}

export class UserDetails {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  id: string;

  @ApiProperty({ example: true, description: 'Whether the user can sign in and use the service.' })
  active: boolean;

  @ApiProperty({ example: false, description: 'Whether the registration is complete.' })
  completed_registration: boolean;
}

export class UserRefs {
  @IsString({ each: true })
  user_ids: string[];
}

export class AddConnection extends ConnectionRef {
  @ApiProperty({ description: 'The id of the user.' })
  @IsString()
  user_id: string;
}

export class ConnectionsOf extends Page {
  @IsString()
  user_id: string;
}

export class UserCreated {
  @ApiProperty({ description: 'The id of the user.' })
  user_id: string;
}

export class UserRegistered extends UserCreated {}
export class UserActivated extends UserCreated {}

/** Facts of one account may arrive out of order; the one with the later `at` counts. */
export class UserClosed extends UserCreated {
  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When it was closed or restored',
    format: 'date-time',
  })
  at: string;
}
export class UserRestored extends UserClosed {}
export class ConnectionCreated extends Connection {}
/** `imported` when the connection came with an import of members: webhooks are not told of it. */
export type ConnectionCreatedFact = ConnectionCreated & { imported?: true };
export class ConnectionRemoved extends Connection {}

export const findConnection = rpc('identity.connections.find', ConnectionRef).returns<Connection>(); // row 3
export const ensureConnection = rpc('identity.connections.ensure', NewConnection).returns<Connection>(); // row 5
export const connectionsOf = rpc('identity.connections.of-user', ConnectionsOf).returns<Paged<Connection>>(); // row 4
export const addConnection = rpc('identity.connections.add', AddConnection).returns<Connection>(); // row 6
export const removeConnection = audited(rpc('identity.connections.remove', AddConnection).returns<{ deleted: true }>());
export const userDetails = rpc('identity.users.details', UserRef).returns<UserDetails>(); // row 7
/** The same for several users at once. It leaves out those who do not exist or are closed. */
export const detailsOfUsers = rpc('identity.users.details-of-users', UserRefs).returns<UserDetails[]>();
/** Returns the given ids that belong to an open account. */
export const knownUsers = rpc('identity.users.known', UserRefs).returns<string[]>();

export const userCreated = fact<UserCreated>('identity.user-created');
export const connectionCreated = fact<ConnectionCreatedFact>('identity.connection-created');
export const connectionRemoved = fact<ConnectionRemoved>('identity.connection-removed');
/** The registration is complete, and the mail is not confirmed yet. */
export const userRegistered = fact<UserRegistered>('identity.user-registered');
export const userActivated = fact<UserActivated>('identity.user-activated');
/** Reads answer 404 from now on. The data still exists until `userErased`. */
export const userClosed = fact<UserClosed>('identity.user-closed');
export const userRestored = fact<UserRestored>('identity.user-restored');
