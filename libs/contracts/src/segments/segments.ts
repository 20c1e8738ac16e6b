import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Type } from 'class-transformer';
import {
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Page, type Paged } from '../paging.js';
import { Changer } from '../owners.js';
import { fact, rpc } from '../rpc.js';

const segmentStates = ['pending', 'processing', 'processed'] as const;
export type SegmentState = (typeof segmentStates)[number];

class SegmentFile {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the segment.' })
  id: string;

  @ApiProperty({ example: 'Newsletter readers', description: 'The title given at import' })
  name: string;

  @ApiProperty({ example: 'demo', description: 'The provider of the identifiers in the file' })
  identifier: string;

  @ApiProperty({
    type: 'integer',
    example: 1200,
    description: 'The number of distinct identifiers in the processed file',
  })
  externalUserCount: number;

  @ApiProperty({
    type: 'integer',
    example: 800,
    description: 'The number of users with these identifiers; it changes with their connections',
  })
  internalUserCount: number;

  @ApiProperty({ example: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40', description: 'The id of the newest upload' })
  documentID: string;

  @ApiProperty({ example: 'readers.csv', description: 'The name of the newest file.' })
  fileName: string;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T09:30:00.000+00:00',
    description: 'When the segment changed last.',
  })
  updated: string;
}

/** The external segment, exactly as in the specification. */
export class ExternalSegment extends SegmentFile {
  @ApiProperty({
    enum: segmentStates,
    description:
      '`pending`: the file waits. `processing`: the file is compared with the users. `processed`: the counts and the members are those of the newest file.',
  })
  state: SegmentState;

  @ApiPropertyOptional({
    minimum: 0,
    maximum: 1,
    example: 0.4,
    description: 'The progress while the file is processed',
  })
  progress?: number;
}

export class SegmentProcessed extends SegmentFile {}

/** The text parts of the form of rows 28 and 31. */
export class SegmentForm {
  @ApiProperty({ minLength: 1, maxLength: 200, description: 'The name of the segment.', example: 'Newsletter readers' })
  @IsString()
  @Length(1, 200)
  @Matches(/\S/, { message: 'title must not be blank' })
  @Matches(/^[^\0\p{Surrogate}]*$/u, { message: 'title must be well-formed text without NUL' })
  title: string;

  @ApiProperty({ example: 'demo', description: 'Name of a configured OpenID provider' })
  @IsString()
  @IsNotEmpty()
  identifier: string;

  @ApiPropertyOptional({ description: 'The id of the segment, as in the path (row 31)' })
  @IsOptional()
  @IsString()
  id?: string;
}

/** A part of an upload, with one identifier per line. Any replica may take any part. */
export class UploadPart {
  @IsUUID()
  document_id: string;

  @IsInt()
  @Min(0)
  @Max(1_000_000)
  part: number;

  @IsInt()
  @Min(1)
  count: number;

  @IsString()
  lines: string;
}

export class UploadRef {
  @IsUUID()
  document_id: string;
}

export class FinishedUpload extends SegmentForm {
  @IsUUID()
  document_id: string;

  /** How many parts were sent, so that the service notices a lost part. */
  @IsInt()
  @Min(1)
  parts: number;

  @IsString()
  file_name: string;

  /** Row 31: the segment that gets the file. Without it the service makes a new segment. */
  @IsOptional()
  @IsString()
  segment_id?: string;

  /** Gateways of the previous release omit it. */
  @IsOptional()
  @ValidateNested()
  @Type(() => Changer)
  by?: Changer;
}

export class SegmentRef {
  @IsString()
  segment_id: string;

  /** The client that is about to change the segment. Reads and gateways of the previous release omit it. */
  @IsOptional()
  @ValidateNested()
  @Type(() => Changer)
  by?: Changer;
}

export class MembersOf extends Page {
  @IsString()
  segment_id: string;
}

export class SegmentMember {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;
}

export class DeletedSegment {
  @ApiProperty({ enum: [true], description: 'Always true: the segment is gone.' })
  deleted: true;
}

export const takePart = rpc('segments.upload.part', UploadPart).returns<{ taken: number }>();
export const dropUpload = rpc('segments.upload.drop', UploadRef).returns<{ dropped: true }>();
export const importSegment = rpc('segments.import', FinishedUpload).returns<ExternalSegment>(); // rows 28 and 31
export const listSegments = rpc('segments.list', Page).returns<Paged<ExternalSegment>>(); // row 29
export const getSegment = rpc('segments.get', SegmentRef).returns<ExternalSegment>(); // row 30
export const deleteSegment = rpc('segments.delete', SegmentRef).returns<DeletedSegment>(); // row 32
export const segmentMembers = rpc('segments.members', MembersOf).returns<Paged<SegmentMember>>();

export const segmentProcessed = fact<SegmentProcessed>('segments.segment-processed');
