import { ApiProperty } from '../shape/described.js';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsString, Length, Min, ValidateIf, ValidateNested } from 'class-validator';

const representationNames = ['qr-code', 'pdf417', 'aztec', 'code128', 'none'] as const;
export type RepresentationName = (typeof representationNames)[number];

export class Image {
  @ApiProperty({ example: 'https://cdn.example/gold.png', description: 'The address of the image; empty for none.' })
  @IsString()
  @Length(0, 2_000)
  src: string = '';

  @ApiProperty({ example: 'Gold', description: 'The text for people who do not see the image.' })
  @IsString()
  @Length(0, 500)
  alt: string = '';
}

export class Representation {
  @ApiProperty({ enum: representationNames, description: 'The kind of barcode.' })
  @IsIn(representationNames)
  name: RepresentationName = 'qr-code';

  @ApiProperty({ example: 'default', description: 'The name of a layout of your app.' })
  @IsString()
  @Length(0, 200)
  card_layout: string = 'default';

  @ApiProperty({
    type: 'array',
    items: {},
    description: 'Values for the layout of your app. The service only keeps them.',
  })
  @IsArray()
  data: unknown[] = [];
}

export class Avatar {
  @ApiProperty({ example: 'image', description: 'The kind of avatar.' })
  @IsString()
  type: string = 'image';

  @ApiProperty({ description: 'The image of the avatar.' })
  @ValidateNested()
  @Type(() => Image)
  data: Image = new Image();
}

export class Currency {
  @ApiProperty({ description: 'The stack whose balance the card shows.' })
  @IsString()
  stack_id: string = '';

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The block whose balance the card shows; null for the whole stack.',
  })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  block_id: string | null = null;

  @ApiProperty({ description: 'An image beside the balance.' })
  @ValidateNested()
  @Type(() => Image)
  image: Image = new Image();

  @ApiProperty({ description: 'Text before the balance.' })
  @IsString()
  prefix: string = '';

  @ApiProperty({ description: 'Text behind the balance.', example: 'points' })
  @IsString()
  suffix: string = '';
}

export class CardPresentation {
  @ApiProperty({ description: 'Whether the card shows the avatar.' })
  @IsBoolean()
  show_avatar: boolean = false;

  @ApiProperty({ description: 'The avatar.' })
  @ValidateNested()
  @Type(() => Avatar)
  avatar: Avatar = new Avatar();

  @ApiProperty({ description: 'Whether the card shows data of the person.' })
  @IsBoolean()
  show_data: boolean = false;

  @ApiProperty({ example: ['firstName', 'lastName'], description: 'Which fields of the person the card shows.' })
  @IsArray()
  @IsString({ each: true })
  data_fields: string[] = [];

  @ApiProperty({ description: 'Whether the card shows a balance.' })
  @IsBoolean()
  show_currency: boolean = false;

  @ApiProperty({ description: 'Which balance the card shows, and how.' })
  @ValidateNested()
  @Type(() => Currency)
  currency: Currency = new Currency();

  @ApiProperty({ description: 'Whether the card shows buttons.' })
  @IsBoolean()
  show_buttons: boolean = false;

  @ApiProperty({ type: 'array', items: {}, description: 'Buttons of your app. The service only keeps them.' })
  @IsArray()
  buttons: unknown[] = [];
}

export class ColorMode {
  @ApiProperty({ example: 'light', description: 'The name of a mode of your app.' })
  @IsString()
  mode: string = 'light';

  @ApiProperty({ example: '#000000', description: 'The colour.' })
  @IsString()
  tint: string = '#000000';
}

export class ColorModes {
  @ApiProperty({ description: 'The colour of the name of the tier.' })
  @ValidateNested()
  @Type(() => ColorMode)
  card_tier_name_color: ColorMode = new ColorMode();

  @ApiProperty({ description: 'The colour of the card number.' })
  @ValidateNested()
  @Type(() => ColorMode)
  card_number_color: ColorMode = new ColorMode();

  @ApiProperty({ description: 'The colour of the state.' })
  @ValidateNested()
  @Type(() => ColorMode)
  card_state_color: ColorMode = new ColorMode();

  @ApiProperty({ description: 'The colour of dates and times.' })
  @ValidateNested()
  @Type(() => ColorMode)
  date_and_time_color: ColorMode = new ColorMode();
}

export class TierDesign {
  @ApiProperty({ description: 'The image of the tier.' })
  @ValidateNested()
  @Type(() => Image)
  image: Image = new Image();

  @ApiProperty({ description: 'The background of the card.' })
  @ValidateNested()
  @Type(() => Image)
  background: Image = new Image();

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'A number that the operator sets; the service does not count cards',
  })
  @ValidateIf((_, value) => value !== null)
  @IsInt()
  @Min(0)
  card_count: number | null = null;

  @ApiProperty({ description: 'The colours of texts on the card.' })
  @ValidateNested()
  @Type(() => ColorModes)
  color_modes: ColorModes = new ColorModes();
}

export class CardTier extends TierDesign {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the tier.' })
  card_tier_id: string;

  @ApiProperty({ example: 'Gold', description: 'The name of the tier.' })
  name: string;
}
