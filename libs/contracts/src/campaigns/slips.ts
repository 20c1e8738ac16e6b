import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsBoolean, IsIn, IsString, Matches } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { Page, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';
import { CouponSlip } from './campaigns.js';
import { code } from './coupons.js';

const id = { example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' };

/** The specification fixes `CouponSlip`, the webhook's payload. The API also shows the dates and the origin. */
export class UserSlip extends CouponSlip {
  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the user got the slip.',
    format: 'date-time',
  })
  created: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-12-21T09:30:00.000Z',
    description: 'The moment from which the ticket cannot be redeemed; null if there is none',
    format: 'date-time',
  })
  expires_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'When the ticket was redeemed; null if it was not.',
    format: 'date-time',
  })
  redeemed_at: string | null;

  @ApiProperty({ ...id, description: 'The campaign that granted the slip' })
  campaign_id: string;

  @ApiProperty({ ...id, description: 'The event for which the campaign granted the slip' })
  event_id: string;
}

export class SlipQuery extends Page {
  @ApiPropertyOptional({ enum: ['true', 'false'], description: 'Whether to include slips that the user has deleted' })
  @MayBeAbsent()
  @IsIn(['true', 'false'])
  include_deleted?: 'true' | 'false';
}

export class SlipsOf extends SlipQuery {
  @IsString()
  user_id: string;
}

export class SlipFlags {
  @ApiPropertyOptional({ description: 'Whether the user has read the slip.', example: true })
  @MayBeAbsent()
  @IsBoolean()
  isRead?: boolean;

  @ApiPropertyOptional({ description: 'Whether the user removes the slip from the list.', example: false })
  @MayBeAbsent()
  @IsBoolean()
  isDeleted?: boolean;
}

export class ChangeSlip extends SlipFlags {
  @IsString()
  user_id: string;

  @IsString()
  id: string;
}

export class TicketCode {
  @ApiProperty({ ...id, description: 'The id of the coupon.' })
  @IsString()
  coupon_id: string;

  @ApiProperty({ example: 'COFFEE-7K2M-9QXD', description: 'The code on the ticket.' })
  @Matches(code)
  code: string;
}

export class SlipRef {
  @IsString()
  id: string;
}
export const slipsOf = rpc('campaigns.slips.of-user', SlipsOf).returns<Paged<UserSlip>>();
export const changeSlip = rpc('campaigns.slips.change', ChangeSlip).returns<UserSlip>();
export const redeemTicket = rpc('campaigns.slips.redeem', TicketCode).returns<UserSlip>();
export const revokeTicket = rpc('campaigns.slips.revoke', SlipRef).returns<UserSlip>();
