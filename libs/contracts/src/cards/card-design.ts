import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsString, Length, Min, ValidateIf, ValidateNested } from 'class-validator';

const representationNames = ['qr-code', 'pdf417', 'aztec', 'code128', 'none'] as const;
export type RepresentationName = (typeof representationNames)[number];

export class Image {
  @ApiProperty({ example: 'https://cdn.example/gold.png' })
  @IsString()
  @Length(0, 2_000)
  src: string = '';

  @ApiProperty({ example: 'Gold' })
  @IsString()
  @Length(0, 500)
  alt: string = '';
}

export class Representation {
  @ApiProperty({ enum: representationNames })
  @IsIn(representationNames)
  name: RepresentationName = 'qr-code';

  @ApiProperty({ example: 'default' })
  @IsString()
  @Length(0, 200)
  card_layout: string = 'default';

  @ApiProperty({ type: 'array', items: {} })
  @IsArray()
  data: unknown[] = [];
}

export class Avatar {
  @ApiProperty({ example: 'image' })
  @IsString()
  type: string = 'image';

  @ApiProperty()
  @ValidateNested()
  @Type(() => Image)
  data: Image = new Image();
}

export class Currency {
  @ApiProperty()
  @IsString()
  stack_id: string = '';

  @ApiProperty({ type: String, nullable: true })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  block_id: string | null = null;

  @ApiProperty()
  @ValidateNested()
  @Type(() => Image)
  image: Image = new Image();

  @ApiProperty()
  @IsString()
  prefix: string = '';

  @ApiProperty()
  @IsString()
  suffix: string = '';
}

export class CardPresentation {
  @ApiProperty()
  @IsBoolean()
  show_avatar: boolean = false;

  @ApiProperty()
  @ValidateNested()
  @Type(() => Avatar)
  avatar: Avatar = new Avatar();

  @ApiProperty()
  @IsBoolean()
  show_data: boolean = false;

  @ApiProperty({ example: ['firstName', 'lastName'] })
  @IsString({ each: true })
  data_fields: string[] = [];

  @ApiProperty()
  @IsBoolean()
  show_currency: boolean = false;

  @ApiProperty()
  @ValidateNested()
  @Type(() => Currency)
  currency: Currency = new Currency();

  @ApiProperty()
  @IsBoolean()
  show_buttons: boolean = false;

  @ApiProperty({ type: 'array', items: {} })
  @IsArray()
  buttons: unknown[] = [];
}

export class ColorMode {
  @ApiProperty({ example: 'light' })
  @IsString()
  mode: string = 'light';

  @ApiProperty({ example: '#000000' })
  @IsString()
  tint: string = '#000000';
}

export class ColorModes {
  @ApiProperty()
  @ValidateNested()
  @Type(() => ColorMode)
  card_tier_name_color: ColorMode = new ColorMode();

  @ApiProperty()
  @ValidateNested()
  @Type(() => ColorMode)
  card_number_color: ColorMode = new ColorMode();

  @ApiProperty()
  @ValidateNested()
  @Type(() => ColorMode)
  card_state_color: ColorMode = new ColorMode();

  @ApiProperty()
  @ValidateNested()
  @Type(() => ColorMode)
  date_and_time_color: ColorMode = new ColorMode();
}

/** The look of a tier's cards. */
export class TierDesign {
  @ApiProperty()
  @ValidateNested()
  @Type(() => Image)
  image: Image = new Image();

  @ApiProperty()
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

  @ApiProperty()
  @ValidateNested()
  @Type(() => ColorModes)
  color_modes: ColorModes = new ColorModes();
}

export class CardTier extends TierDesign {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  card_tier_id: string;

  @ApiProperty({ example: 'Gold' })
  name: string;
}
