import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsBoolean, IsString } from 'class-validator';
import { event, rpc } from '../rpc.js';

/** What other services ask of segments: who is in, and that a segment stays while it is used. */
export class SegmentUse {
  @IsString()
  campaign_id: string;

  @IsString()
  name: string;

  /** All that the campaign uses from now on, while it changes those of both versions; others that it used are let go. */
  @IsString({ each: true })
  @ArrayMaxSize(400)
  segment_ids: string[];

  /** Whether the campaign wants `usersEnteredSegment` of these segments. */
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

/** A user came into a segment: with a file that was processed, or by connecting later. */
export class UserEnteredSegment {
  @ApiProperty()
  user_id: string;

  @ApiProperty()
  segment_id: string;
}

/** Unknown or deleted segments: 422 with their pointers into `segment_ids`; nothing is registered then. */
export const useSegments = rpc('segments.use', SegmentUse).returns<{ used: string[] }>();
/** For each user, in the order asked, those of the segments that the user is in. */
export const segmentMemberships = rpc('segments.memberships', MembershipsOf).returns<string[][]>();

/** Told for segments that a campaign wants it of. */
export const userEnteredSegment = event<UserEnteredSegment>('segments.user-entered', 4);
