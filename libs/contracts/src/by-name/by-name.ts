import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsBoolean, IsIn, IsString, Length, Matches } from 'class-validator';
import { MayBeAbsent } from '../absent.js';

/** A key names an object to tools and teams. It is unique among the objects of its kind, for webhooks among those of a client. */
export const keyPattern = /^[a-z0-9][a-z0-9._-]{0,99}$/;

const putStatuses = ['created', 'updated', 'unchanged'] as const;
export type PutStatus = (typeof putStatuses)[number];

/** Describes the key that an answer shows. */
export function ShownKey(): PropertyDecorator {
  return ApiProperty({
    type: String,
    nullable: true,
    example: 'free-coffee',
    description: 'The key by which `by-name` finds it; null for none.',
  });
}

export class KeyParameter {
  @ApiProperty({
    example: 'free-coffee',
    pattern: keyPattern.source,
    description: 'The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9.',
  })
  @Matches(keyPattern, { message: 'name must be 1 to 100 of a-z 0-9 . _ -, and begin with one of a-z 0-9' })
  name: string;
}

export class PutOptions {
  @ApiPropertyOptional({
    example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
    description: 'The id of an existing object, which gets the key and is replaced',
  })
  @MayBeAbsent()
  @IsString()
  @Length(1, 200)
  adopt?: string;

  @ApiPropertyOptional({ enum: ['true', 'false'], description: '`true` changes nothing, and answers the differences' })
  @MayBeAbsent()
  @IsIn(['true', 'false'])
  dry_run?: 'true' | 'false';
}

export class ByKey {
  @IsString()
  key: string;
}

/** The request of a service: these beside the fields of the object. */
export class PutByKey extends ByKey {
  @MayBeAbsent()
  @IsString()
  adopt?: string;

  @MayBeAbsent()
  @IsBoolean()
  dry_run?: boolean;
}

/** Any JSON value. */
const anything = {
  nullable: true,
  oneOf: [
    { type: 'boolean' },
    { type: 'number' },
    { type: 'string' },
    { type: 'array', items: {} },
    { type: 'object', additionalProperties: true },
  ],
};

export class Difference {
  @ApiProperty({ example: '#/title', description: 'Where the two differ, as an RFC 6901 JSON pointer.' })
  pointer: string;

  @ApiProperty({ ...anything, description: 'What is there now; null for nothing.' })
  before: unknown;

  @ApiProperty({ ...anything, description: 'What the request puts there; null for nothing.' })
  after: unknown;
}

/** The answer of `dry_run`. */
export class DryRun {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
    description: 'The id of the object; null if the request would make one.',
  })
  id: string | null;

  @ApiProperty({ example: 'free-coffee', description: 'The key.' })
  key: string;

  @ApiProperty({ enum: putStatuses, description: 'What the request would have done.' })
  status: PutStatus;

  @ApiProperty({ type: [Difference], description: 'What the request would have changed.' })
  differences: Difference[];
}

/** Describes what a PUT did. */
export function ShownStatus(): PropertyDecorator {
  return ApiProperty({ enum: putStatuses, description: 'What the request did.' });
}

/** The object as it is now, with the secret if one was made. */
export type PutAnswer<Shown extends object> = (Shown & { status: PutStatus; secret?: string }) | DryRun;
