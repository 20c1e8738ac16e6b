import { ApiProperty } from '../shape/described.js';
import { ArrayMaxSize, IsBoolean, IsString } from 'class-validator';
import { fact, rpc } from '../rpc.js';

/** Segments that a campaign uses cannot be deleted. */
export class SegmentUse {
  @IsString()
  campaign_id: string;

  @IsString()
  name: string;

  /** All segments that the campaign uses from now on; while it changes, those of both versions. Others are released. */
  @IsString({ each: true })
  @ArrayMaxSize(400)
  segment_ids: string[];

  /** Whether the campaign needs `userEnteredSegment` of these segments. */
  @IsBoolean()
  entries: boolean;
}

export class MembershipsOf {
  @IsString({ each: true })
  @ArrayMaxSize(1000)
  user_ids: string[];

  @IsString({ each: true })
  @ArrayMaxSize(500)
  segment_ids: string[];
}

export class SegmentNames {
  @IsString({ each: true })
  @ArrayMaxSize(400)
  segment_ids: string[];
}

/** A user entered a segment, through a processed file or by connecting later. */
export class UserEnteredSegment {
  @ApiProperty({ description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({ description: 'The id of the segment.' })
  segment_id: string;
}

/** An unknown or deleted segment is 422 with its pointer into `segment_ids`, and nothing is registered. */
export const useSegments = rpc('segments.use', SegmentUse).returns<{ used: string[] }>();
/** Returns the ids that exist, in lower case. */
export const knownSegments = rpc('segments.known', SegmentNames).returns<SegmentNames>();
/** Returns for each user, in the order of the request, the segments that contain the user. */
export const segmentMemberships = rpc('segments.memberships', MembershipsOf).returns<string[][]>();

/** Published for segments whose entries a campaign needs. */
export const userEnteredSegment = fact<UserEnteredSegment>('segments.user-entered', 4);
