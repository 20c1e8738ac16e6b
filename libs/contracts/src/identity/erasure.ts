import { ApiProperty } from '../shape/described.js';
import { IsOptional, IsString } from 'class-validator';
import { fact, rpc } from '../rpc.js';

export class UserErased {
  @ApiProperty({ description: 'The id of the user.' })
  user_id: string;
}

export class DataOf {
  @IsString()
  user_id: string;

  /** `next` of the part before. */
  @IsOptional()
  @IsString()
  cursor?: string;
}

/** A reply must stay well under 1 MiB. A longer export comes in parts, whose lists the gateway joins. */
export type ExportPart = object & { next?: string | null };

/** The services that hold data of users: each erases it and answers with a receipt, and each exports it. */
export const servicesWithUserData = ['identity', 'events', 'cards', 'segments', 'webhooks', 'campaigns'] as const;

/** The account is gone for good. Every service deletes the user's data and publishes its receipt. */
export const userErased = fact<UserErased>('identity.user-erased');
/** A service publishes it in the transaction that deletes the last of the user's data. */
export const erasureReceipt = (service: string) => fact<UserErased>(`${service}.erasure-receipt`);
/** Everything that a service holds about a user. The gateway's export joins the replies of all services. */
export const exportOf = (service: string) => rpc(`${service}.export`, DataOf).returns<ExportPart>();
