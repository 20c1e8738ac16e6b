import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { ArrayMaxSize, IsOptional, IsString, Length, Matches } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { Page } from '../paging.js';
import { audited, renamed, rpc } from '../rpc.js';
import { Connection, UserDetails, UserRef } from './users.js';

export class UserSearch extends Page {
  @ApiPropertyOptional({ example: 'anna@example.com', description: 'The whole name of the user.' })
  @IsOptional()
  @IsString()
  username?: string;

  @ApiPropertyOptional({ example: 'demo', description: 'The name of a provider, together with `owner_id`.' })
  @IsOptional()
  @IsString()
  provider_name?: string;

  @ApiPropertyOptional({
    example: '248289761001',
    description: "The user's identifier at the provider, together with `provider_name`.",
  })
  @IsOptional()
  @IsString()
  owner_id?: string;

  @ApiPropertyOptional({
    example: 'anna',
    minLength: 2,
    maxLength: 255,
    description: 'How a name, mail address, owner id or card number begins, or a whole user id. Give it alone.',
  })
  @MayBeAbsent()
  @IsString()
  @Length(2, 255)
  @Matches(/\S.*\S/s, { message: 'q must have two characters that are not white space' })
  @Matches(/^[^\0\p{Surrogate}]*$/u, { message: 'q must be well-formed text without NUL' })
  q?: string;
}

/** A user whom a search by `q` finds. */
export class FoundUser {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'anna@example.com',
    description: 'The mail address, with which the user signs in; null before the registration.',
  })
  username: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Anna van der Berg',
    description: 'The name of the person; null if it was never entered.',
  })
  name: string | null;

  @ApiProperty({ example: true, description: 'False for a user who is not activated, deactivated or closed.' })
  active: boolean;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the user was made.', format: 'date-time' })
  created: string;
}

export class FindUsers extends Page {
  @IsString()
  @Length(2, 255)
  q: string;
}

/** `next` leads to what identity knows; after it come the holders of cards, whom the cards service knows. */
export interface FoundUsers {
  items: FoundUser[];
  next: string | null;
}

export class DescribeFound {
  @IsString()
  @Length(2, 255)
  q: string;

  @IsString({ each: true })
  @ArrayMaxSize(501)
  user_ids: string[];
}

export class AdminUser extends UserDetails {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'anna@example.com',
    description: 'The name that the user signs in with; null before the registration.',
  })
  username: string | null;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the user was made.', format: 'date-time' })
  created: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'When an administrator deactivated the user',
    format: 'date-time',
  })
  deactivated_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'When the account was closed', format: 'date-time' })
  closed_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The moment until which a closed account can be restored; it is erased soon after',
    format: 'date-time',
  })
  erase_at: string | null;

  @ApiProperty({ type: [Connection], description: "The user's accounts at providers." })
  connections: Connection[];
}

const formerNamesOfUser = { closed_at: 'closed', deactivated_at: 'deactivated', erase_at: 'erase_after' };

export const searchUsers = renamed(
  formerNamesOfUser,
  rpc('identity.admin-users.search', UserSearch).returns<AdminUser[]>(),
);
/** Searches names, mail addresses, owner ids and user ids by their beginning. */
export const findUsers = rpc('identity.admin-users.find', FindUsers).returns<FoundUsers>();
/** Describes these users, in their order, without those whom `findUsers` finds by the same `q`. */
export const describeFound = rpc('identity.admin-users.describe-found', DescribeFound).returns<FoundUser[]>();
export const adminUser = renamed(formerNamesOfUser, rpc('identity.admin-users.get', UserRef).returns<AdminUser>());
export const deactivateUser = audited(
  renamed(formerNamesOfUser, rpc('identity.admin-users.deactivate', UserRef).returns<AdminUser>()),
);
export const reactivateUser = audited(
  renamed(formerNamesOfUser, rpc('identity.admin-users.reactivate', UserRef).returns<AdminUser>()),
);
export const restoreUser = audited(
  renamed(formerNamesOfUser, rpc('identity.admin-users.restore', UserRef).returns<AdminUser>()),
);
