import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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
import { event, rpc } from '../rpc.js';

const segmentStates = ['pending', 'processing', 'processed'] as const;
export type SegmentState = (typeof segmentStates)[number];

/** What a segment and the fact of its processing have in common. */
class SegmentFile {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11' })
  id: string;

  @ApiProperty({ example: 'Newsletter readers', description: 'The title given at import' })
  name: string;

  @ApiProperty({ example: 'acme-login', description: 'The provider whose user identifiers the file holds' })
  identifier: string;

  @ApiProperty({ type: 'integer', example: 1200, description: 'Distinct identifiers in the file that is in force' })
  externalUserCount: number;

  @ApiProperty({ type: 'integer', example: 800, description: 'Users they belong to; follows their connections' })
  internalUserCount: number;

  @ApiProperty({ example: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40', description: 'Of the newest upload' })
  documentID: string;

  @ApiProperty({ example: 'readers.csv' })
  fileName: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000+00:00' })
  updated: string;
}

/** The external segment of the specification, to the letter. */
export class ExternalSegment extends SegmentFile {
  @ApiProperty({ enum: segmentStates })
  state: SegmentState;

  @ApiPropertyOptional({ minimum: 0, maximum: 1, example: 0.4, description: 'Only while it is being processed' })
  progress?: number;
}

/** Told when a file has come into force. */
export class SegmentProcessed extends SegmentFile {}

/** The text parts of the form of rows 28 and 31. */
export class SegmentForm {
  @ApiProperty({ minLength: 1, maxLength: 200 })
  @IsString()
  @Length(1, 200)
  @Matches(/\S/, { message: 'title must not be blank' })
  @Matches(/^[^\0\p{Surrogate}]*$/u, { message: 'title must be well-formed text without NUL' })
  title: string;

  @ApiProperty({ example: 'acme-login', description: 'Name of a configured OpenID provider' })
  @IsString()
  @IsNotEmpty()
  identifier: string;

  @ApiPropertyOptional({ description: 'The id of the segment, as in the path (row 31)' })
  @IsOptional()
  @IsString()
  id?: string;
}

/** A piece of an upload: identifiers, one a line. Pieces of one upload may be taken by any replica. */
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

  /** How many pieces were sent: what got lost on the way is noticed. */
  @IsInt()
  @Min(1)
  parts: number;

  @IsString()
  file_name: string;

  /** Row 31: the segment that gets the file; without it there will be a new one. */
  @IsOptional()
  @IsString()
  segment_id?: string;

  /** Absent from a gateway of the release before. */
  @IsOptional()
  @ValidateNested()
  @Type(() => Changer)
  by?: Changer;
}

export class SegmentRef {
  @IsString()
  segment_id: string;

  /** Who is about to change the segment; absent from those who only read it, and from a gateway of the release before. */
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
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  user_id: string;
}

export class DeletedSegment {
  @ApiProperty({ enum: [true] })
  deleted: true;
}

export const takePart = rpc('segments.upload.part', UploadPart).returns<{ taken: number }>();
export const dropUpload = rpc('segments.upload.drop', UploadRef).returns<{ dropped: true }>();
export const importSegment = rpc('segments.import', FinishedUpload).returns<ExternalSegment>(); // rows 28 and 31
export const listSegments = rpc('segments.list', Page).returns<Paged<ExternalSegment>>(); // row 29
export const getSegment = rpc('segments.get', SegmentRef).returns<ExternalSegment>(); // row 30
export const deleteSegment = rpc('segments.delete', SegmentRef).returns<DeletedSegment>(); // row 32
export const segmentMembers = rpc('segments.members', MembersOf).returns<Paged<SegmentMember>>();

export const segmentProcessed = event<SegmentProcessed>('segments.segment-processed');
