import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsOptional, IsString } from 'class-validator';
import { Page } from '../paging.js';
import { audited, rpc } from '../rpc.js';
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
  deactivated: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'When the account was closed', format: 'date-time' })
  closed: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The moment until which a closed account can be restored',
    format: 'date-time',
  })
  erase_after: string | null;

  @ApiProperty({ type: [Connection], description: "The user's accounts at providers." })
  connections: Connection[];
}

export const searchUsers = rpc('identity.admin-users.search', UserSearch).returns<AdminUser[]>();
export const adminUser = rpc('identity.admin-users.get', UserRef).returns<AdminUser>();
export const deactivateUser = audited(rpc('identity.admin-users.deactivate', UserRef).returns<AdminUser>());
export const reactivateUser = audited(rpc('identity.admin-users.reactivate', UserRef).returns<AdminUser>());
export const restoreUser = audited(rpc('identity.admin-users.restore', UserRef).returns<AdminUser>());
