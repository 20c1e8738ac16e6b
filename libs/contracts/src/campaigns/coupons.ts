import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
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
import { ShownKey } from '../by-name/by-name.js';
import { CouponImage, TicketDisplay } from './campaigns.js';
import { storable } from '../identity/clients.js';
import { SearchPage, type Paged } from '../paging.js';
import { IsMoment } from '../moment.js';
import { fact, renamed, rpc } from '../rpc.js';

const id = { example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' };
/** Printable ASCII without spaces, because a till reads the code. */
export const code = /^[\x21-\x7e]{1,100}$/;

class NewImageData {
  @ApiProperty({ example: 'https://cdn.example.com/coffee.png', description: 'The address of the image.' })
  @IsString()
  @Length(0, 2000)
  @Matches(storable)
  src: string;

  @ApiProperty({ example: 'A cup of coffee', description: 'The text for people who do not see the image.' })
  @IsString()
  @Length(0, 500)
  @Matches(storable)
  alt: string;
}

class NewCouponImage {
  @ApiProperty({ enum: ['image'], description: 'Always `image`.' })
  @IsIn(['image'])
  type: 'image';

  @ApiProperty({ type: NewImageData, description: 'The image itself.' })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => NewImageData)
  data: NewImageData;
}

class NewTicketDisplay {
  @ApiProperty({ example: 'qr-code', description: 'How a device shows the code, such as `qr-code`.' })
  @IsString()
  @Length(1, 100)
  @Matches(storable)
  systemName: string;

  @ApiProperty({ example: 'QR code', description: 'The name of this way for people.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'title must not be blank' })
  title: string;
}

export class CodeGeneration {
  @ApiProperty({ example: 1000, description: 'How many codes to make.', type: 'integer', minimum: 1, maximum: 50_000 })
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
  @ApiPropertyOptional({
    type: [String],
    example: ['COFFEE-7K2M-9QXD'],
    description: 'Your own codes. Give either these or `generate`.',
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20_000)
  @Matches(code, { each: true, message: 'each code must be 1 to 100 printable ASCII characters without spaces' })
  codes?: string[];

  @ApiPropertyOptional({
    type: CodeGeneration,
    description: 'Lets the service make the codes. Give either this or `codes`.',
  })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => CodeGeneration)
  generate?: CodeGeneration;
}

export class NewCoupon extends NewCodes {
  @ApiProperty({ example: 'A free coffee', description: 'What users see first.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'title must not be blank' })
  title: string;

  @ApiPropertyOptional({ example: 'At any of our shops', description: 'What the user gets for it.' })
  @MayBeAbsent()
  @IsString()
  @Length(0, 5000)
  @Matches(storable)
  description?: string;

  @ApiPropertyOptional({ type: NewCouponImage, description: 'The image that users see.' })
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
    type: 'integer',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(20 * 366 * 86_400)
  valid_seconds?: number;

  @ApiPropertyOptional({
    example: '2027-01-01T00:00:00Z',
    description: 'The moment until which any ticket can be redeemed',
    format: 'date-time',
  })
  @MayBeAbsent()
  @IsMoment()
  expires_at?: string;
}

export class Coupon {
  @ApiProperty({ ...id, description: 'The id of the coupon.' })
  id: string;

  @ShownKey() key: string | null;

  @ApiProperty({ description: 'What users see first.', example: 'A free coffee' })
  title: string;

  @ApiProperty({ description: 'What the user gets for it.', example: 'At any of our shops' })
  description: string;

  @ApiProperty({ type: CouponImage, description: 'The image that users see.' })
  image: CouponImage;

  @ApiProperty({ type: TicketDisplay, description: 'How tickets are shown.' })
  display: TicketDisplay;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Seconds for which a ticket can be redeemed; null for no limit.',
    example: 2_592_000,
  })
  valid_seconds: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The moment until which any ticket can be redeemed; null for no limit.',
    format: 'date-time',
    example: '2027-01-01T00:00:00Z',
  })
  expires_at: string | null;

  @ApiProperty({ description: 'Codes that no user has yet', type: 'integer' })
  available: number;

  @ApiProperty({ description: 'Coupon slips handed out', type: 'integer' })
  claimed: number;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the coupon was made.',
    format: 'date-time',
  })
  created: string;
}

export class CouponStockLow {
  @ApiProperty({ ...id, description: 'The id of the coupon.' })
  coupon_id: string;

  @ApiProperty({ example: 'A free coffee', description: 'The title of the coupon.' })
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

export const formerNamesOfCoupon = { expires_at: 'valid_until' };

export const createCoupon = renamed(formerNamesOfCoupon, rpc('campaigns.coupons.create', NewCoupon).returns<Coupon>());
export const getCoupon = renamed(formerNamesOfCoupon, rpc('campaigns.coupons.get', CouponRef).returns<Coupon>());
export const listCoupons = renamed(
  formerNamesOfCoupon,
  rpc('campaigns.coupons.list', SearchPage).returns<Paged<Coupon>>(),
);
export const addCodes = renamed(formerNamesOfCoupon, rpc('campaigns.coupons.add-codes', AddCodes).returns<Coupon>());

/** Published once when the stock gets low, and again only after codes were added. */
export const couponStockLow = fact<CouponStockLow>('campaigns.coupon-stock-low');
