import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsInt, IsOptional, IsString, Length, Matches, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { SincePage, type Paged } from '../paging.js';
import { fact, rpc } from '../rpc.js';
import { userIdForm } from '../user-id.js';

export class AuditEntry {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the entry.' })
  id: string;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When it happened.', format: 'date-time' })
  at: string;

  @ApiProperty({
    example: 'cl_7Qm2v9XcT4bLw8Kz',
    description:
      'The client or the operator; `user` for users themselves, `system` for chores, `unknown` for a command that came over NATS and not through the API',
  })
  who: string;

  @ApiPropertyOptional({
    example: 'Olga Owner <olga@shop.example>',
    description: 'The name and address that an operator had at that time; absent for others',
  })
  who_name?: string;

  @ApiPropertyOptional({
    example: 'cl_7Qm2v9XcT4bLw8Kz',
    description: 'The client in whose name an operator acted; absent for none',
  })
  client_id?: string;

  @ApiProperty({ example: 'POST /api/1/admin/clients', description: 'The call, or the name of the action' })
  what: string;

  @ApiProperty({ type: String, nullable: true, description: 'The user that the action concerned' })
  user_id: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 201,
    description: 'The status of the answer, for a read that of the service that answered it; null while unknown',
  })
  status: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The request id; for refused calls that of the first' })
  request_id: string | null;

  @ApiProperty({
    example: 1,
    description:
      'The number of calls: refused calls of a client share one entry per minute, which names the first of them',
    type: 'integer',
  })
  count: number;
}

export class AuditPage extends SincePage {
  @ApiPropertyOptional({ example: 'cl_7Qm2v9XcT4bLw8Kz', description: 'Only what this client or operator did' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 100)
  @Matches(/^[^\0]*$/, { message: 'actor must not have a NUL' })
  actor?: string;
}

export class AdminCall {
  @IsString()
  who: string;

  @IsString()
  what: string;

  @IsString()
  request_id: string;

  /** The status of a call that was refused before it began. */
  @IsOptional()
  @IsInt()
  status?: number;

  /** The client in whose name an operator calls. */
  @IsOptional()
  @IsString()
  client_id?: string;

  /** The number of refused calls. Gateways of the previous release report each call alone. */
  @IsOptional()
  @IsInt()
  @Min(1)
  count?: number;
}

export class AdminCallEnd {
  @IsString()
  id: string;

  @IsInt()
  status: number;
}

/** An administrator's read before it is answered. The gateway sends it along with the call. */
export interface AdminReadBegun {
  id: string;
  at: string;
  who: string;
  what: string;
  client_id?: string;
}

export class AdminRead implements AdminReadBegun {
  @ApiProperty({ description: 'The id of the audit entry. Several calls of one request have the same id.' })
  id: string;

  @ApiProperty({ description: 'When the gateway got the request.' })
  at: string;

  @ApiProperty({ description: 'The client.' })
  who: string;

  @ApiProperty({ description: 'Method and path.' })
  what: string;

  @ApiPropertyOptional({ description: 'The client in whose name an operator calls.' })
  client_id?: string;

  @ApiProperty({ type: String, nullable: true, description: 'The user that the path names.' })
  user_id: string | null;

  @ApiProperty({ description: 'The request id.' })
  request_id: string;

  @ApiProperty({ description: 'The status that follows from the answer of the service.' })
  status: number;
}

const userInPath = new RegExp(`(?<=/users/)${userIdForm}(?=[:/]|$)`);

export function userNamedBy(what: string): string | null {
  return userInPath.exec(what)?.[0] ?? null;
}

class Noted {}

/** Records an administrator's call before it runs. A call that cannot be recorded does not run. */
export const noteAdminCall = rpc('identity.audit.note', AdminCall).returns<{ id: string }>();
export const noteAdminCallEnd = rpc('identity.audit.note-end', AdminCallEnd).returns<Noted>();
/** The service that answers an administrator's read publishes it. Identity writes the entry. */
export const adminReadNoted = (service: string) => fact<AdminRead>(`${service}.admin-read-noted`);
export const listAudit = rpc('identity.audit.list', AuditPage).returns<Paged<AuditEntry>>();
