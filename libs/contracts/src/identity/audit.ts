import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import { Page, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';

export class AuditEntry {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  id: string;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z' })
  at: string;

  @ApiProperty({
    example: 'cl_7Qm2v9XcT4bLw8Kz',
    description:
      'The client; `user` for users themselves, `system` for jobs, `unknown` for a command that came over NATS and not through the API',
  })
  who: string;

  @ApiProperty({ example: 'POST /api/1/admin/clients', description: 'The call, or what was done' })
  what: string;

  @ApiProperty({ type: String, nullable: true, description: 'The user it was done to' })
  user_id: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 201,
    description: 'How a call was answered; null while unknown',
  })
  status: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Of refused calls, that of the first' })
  request_id: string | null;

  @ApiProperty({
    example: 1,
    description: 'Refused calls of a client are one entry a minute: the first of them, and how many there were',
  })
  count: number;
}

export class AdminCall {
  @IsString()
  who: string;

  @IsString()
  what: string;

  @IsString()
  request_id: string;

  /** Of a call that was refused before it could begin. */
  @IsOptional()
  @IsInt()
  status?: number;

  /** How many were refused; gateways of the version before tell of each. */
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

class Noted {}

/** Before an administrator's call is carried out: what cannot be written down is not done. */
export const noteAdminCall = rpc('identity.audit.note', AdminCall).returns<{ id: string }>();
export const noteAdminCallEnd = rpc('identity.audit.note-end', AdminCallEnd).returns<Noted>();
export const listAudit = rpc('identity.audit.list', Page).returns<Paged<AuditEntry>>();
