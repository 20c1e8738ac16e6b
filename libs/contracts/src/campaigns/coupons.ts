import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { CouponImage, CouponSlip, TicketDisplay } from './campaigns.js';
import { storable } from '../identity/clients.js';
import { Page, SearchPage, type Paged } from '../paging.js';
import { IsMoment } from '../moment.js';
import { fact, rpc } from '../rpc.js';

const id = { example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' };
const code = /^[\x21-\x7e]{1,100}$/;

class NewImageData {
  @ApiProperty({ example: 'https://cdn.example.com/coffee.png' })
  @IsString()
  @Length(0, 2000)
  @Matches(storable)
  src: string;

  @ApiProperty({ example: 'A cup of coffee' })
  @IsString()
  @Length(0, 500)
  @Matches(storable)
  alt: string;
}

class NewCouponImage {
  @ApiProperty({ enum: ['image'] })
  @IsIn(['image'])
  type: 'image';

  @ApiProperty({ type: NewImageData })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => NewImageData)
  data: NewImageData;
}

class NewTicketDisplay {
  @ApiProperty({ example: 'qr-code' })
  @IsString()
  @Length(1, 100)
  @Matches(storable)
  systemName: string;

  @ApiProperty({ example: 'QR code' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  title: string;
}

export class CodeGeneration {
  @ApiProperty({ example: 1000 })
  @IsInt()
  @Min(1)
  @Max(50_000)
  count: number;

  @ApiPropertyOptional({
    example: 'COFFEE-****-****',
    description: 'Each * becomes one of 31 letters and digits that do not look alike; at least 8 of them',
  })
  @MayBeAbsent()
  @IsString()
  @Matches(/^[\x21-\x7e]{8,100}$/, { message: 'pattern must be 8 to 100 printable characters without spaces' })
  pattern?: string;
}

export class NewCodes {
  @ApiPropertyOptional({ type: [String], example: ['COFFEE-7K2M-9QXD'] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20_000)
  @Matches(code, { each: true, message: 'each code must be 1 to 100 printable ASCII characters without spaces' })
  codes?: string[];

  @ApiPropertyOptional({ type: CodeGeneration })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => CodeGeneration)
  generate?: CodeGeneration;
}

export class NewCoupon extends NewCodes {
  @ApiProperty({ example: 'A free coffee' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  title: string;

  @ApiPropertyOptional({ example: 'At any of our shops' })
  @MayBeAbsent()
  @IsString()
  @Length(0, 5000)
  @Matches(storable)
  description?: string;

  @ApiPropertyOptional({ type: NewCouponImage })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => NewCouponImage)
  image?: NewCouponImage;

  @ApiPropertyOptional({ type: NewTicketDisplay, description: 'How tickets are shown; a QR code by default' })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => NewTicketDisplay)
  display?: NewTicketDisplay;

  @ApiPropertyOptional({
    example: 2_592_000,
    description: 'Seconds for which a ticket can be redeemed; without a limit by default',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(20 * 366 * 86_400)
  valid_seconds?: number;

  @ApiPropertyOptional({
    example: '2027-01-01T00:00:00Z',
    description: 'The moment until which any ticket can be redeemed',
  })
  @MayBeAbsent()
  @IsMoment()
  valid_until?: string;
}

export class Coupon {
  @ApiProperty(id)
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: CouponImage })
  image: CouponImage;

  @ApiProperty({ type: TicketDisplay })
  display: TicketDisplay;

  @ApiProperty({ type: 'integer', nullable: true })
  valid_seconds: number | null;

  @ApiProperty({ type: String, nullable: true })
  valid_until: string | null;

  @ApiProperty({ description: 'Codes that no user has yet' })
  available: number;

  @ApiProperty({ description: 'Coupon slips handed out' })
  claimed: number;

  @ApiProperty({ example: '2026-11-21T09:30:00.000+00:00' })
  created: string;
}

export class CouponStockLow {
  @ApiProperty(id)
  coupon_id: string;

  @ApiProperty({ example: 'A free coffee' })
  title: string;

  @ApiProperty({ type: 'integer', example: 100, description: 'Codes that no user has yet' })
  available: number;
}

export class CouponRef {
  @IsString()
  id: string;
}

export class AddCodes extends NewCodes {
  @IsString()
  id: string;
}

/** A slip as the API shows it: the webhook's payload, which the specification fixes, with its dates and origin. */
export class UserSlip extends CouponSlip {
  @ApiProperty({ example: '2026-11-21T09:30:00.000Z' })
  created: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-12-21T09:30:00.000Z',
    description: 'The moment from which the ticket cannot be redeemed; null if there is none',
  })
  expires_at: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
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
  @ApiPropertyOptional()
  @MayBeAbsent()
  @IsBoolean()
  isRead?: boolean;

  @ApiPropertyOptional()
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
  @ApiProperty(id)
  @IsString()
  coupon_id: string;

  @ApiProperty({ example: 'COFFEE-7K2M-9QXD' })
  @Matches(code)
  code: string;
}

export class SlipRef {
  @IsString()
  id: string;
}

export const createCoupon = rpc('campaigns.coupons.create', NewCoupon).returns<Coupon>();
export const getCoupon = rpc('campaigns.coupons.get', CouponRef).returns<Coupon>();
export const listCoupons = rpc('campaigns.coupons.list', SearchPage).returns<Paged<Coupon>>();
export const addCodes = rpc('campaigns.coupons.add-codes', AddCodes).returns<Coupon>();
export const slipsOf = rpc('campaigns.slips.of-user', SlipsOf).returns<Paged<UserSlip>>();
export const changeSlip = rpc('campaigns.slips.change', ChangeSlip).returns<UserSlip>();
export const redeemTicket = rpc('campaigns.slips.redeem', TicketCode).returns<UserSlip>();
export const revokeTicket = rpc('campaigns.slips.revoke', SlipRef).returns<UserSlip>();

/** Published once when the stock gets low, and again only after codes were added. */
export const couponStockLow = fact<CouponStockLow>('campaigns.coupon-stock-low');
