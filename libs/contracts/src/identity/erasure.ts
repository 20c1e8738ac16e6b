import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { event, rpc } from '../rpc.js';

export class UserErased {
  @ApiProperty()
  user_id: string;
}

export class DataOf {
  @IsString()
  user_id: string;

  /** From `next` of the part before. */
  @IsOptional()
  @IsString()
  cursor?: string;
}

/** A reply must stay well under 1 MiB: what is longer comes in parts, whose lists are joined. */
export type ExportPart = object & { next?: string | null };

/** The services that hold data of users: each erases it and answers with a receipt, and each exports it. */
export const servicesWithUserData = ['identity', 'events', 'cards', 'segments', 'webhooks', 'campaigns'] as const;

/** The account is gone for good. Every service deletes what it holds of the user and answers with its receipt. */
export const userErased = event<UserErased>('identity.user-erased');
/** Told by a service, through its outbox, in the transaction that deleted the last of the user's data. */
export const erasureReceipt = (service: string) => event<UserErased>(`${service}.erasure-receipt`);
/** Everything that a service holds about a user, as one JSON object; the gateway's export gathers them. */
export const exportOf = (service: string) => rpc(`${service}.export`, DataOf).returns<ExportPart>();
