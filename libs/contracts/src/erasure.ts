import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { event, rpc } from './rpc.js';

export class UserErased {
  @ApiProperty()
  user_id: string;
}

export class DataOf {
  @IsString()
  user_id: string;
}

/** The account is gone for good. Every service deletes what it holds of the user and answers with its receipt. */
export const userErased = event<UserErased>('identity.user-erased');
/** Told by a service, through its outbox, in the transaction that deleted the last of the user's data. */
export const erasureReceipt = (service: string) => event<UserErased>(`${service}.erasure-receipt`);
/** Everything that a service holds about a user, as one JSON object; the gateway's export gathers them. */
export const exportOf = (service: string) => rpc(`${service}.export`, DataOf).returns<object>();
