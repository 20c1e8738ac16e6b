import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { Page } from '../paging.js';
import { audited, rpc } from '../rpc.js';
import { Connection, UserDetails, UserRef } from './users.js';

/** Finds users by name, or by provider and owner. */
export class UserSearch extends Page {
  @ApiPropertyOptional({ example: 'anna@example.com' })
  @IsOptional()
  @IsString()
  username?: string;

  @ApiPropertyOptional({ example: 'acme-login' })
  @IsOptional()
  @IsString()
  provider_name?: string;

  @ApiPropertyOptional({ example: '248289761001' })
  @IsOptional()
  @IsString()
  owner_id?: string;
}

export class AdminUser extends UserDetails {
  @ApiProperty({ type: String, nullable: true, example: 'anna@example.com' })
  username: string | null;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z' })
  created: string;

  @ApiProperty({ type: String, nullable: true, description: 'When an administrator deactivated the user' })
  deactivated: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'When the account was closed' })
  closed: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The moment until which a closed account can be restored' })
  erase_after: string | null;

  @ApiProperty({ type: [Connection] })
  connections: Connection[];
}

export const searchUsers = rpc('identity.admin-users.search', UserSearch).returns<AdminUser[]>();
export const adminUser = rpc('identity.admin-users.get', UserRef).returns<AdminUser>();
export const deactivateUser = audited(rpc('identity.admin-users.deactivate', UserRef).returns<AdminUser>());
export const reactivateUser = audited(rpc('identity.admin-users.reactivate', UserRef).returns<AdminUser>());
export const restoreUser = audited(rpc('identity.admin-users.restore', UserRef).returns<AdminUser>());
