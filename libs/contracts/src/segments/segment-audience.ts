import { ArrayMaxSize, IsArray, IsInt, IsString, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { rpc } from '../rpc.js';
import { mostUserIds } from '../user-id.js';

/** The users who are in one of the first segments and in none of the others. */
export class SegmentAudience {
  @IsString({ each: true })
  @ArrayMaxSize(100)
  include_segments: string[];

  @IsString({ each: true })
  @ArrayMaxSize(100)
  exclude_segments: string[];
}

export class CountSegmentAudience extends SegmentAudience {
  /** Only these users are counted, each once. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(mostUserIds)
  @IsString({ each: true })
  among?: string[];
}

export class SegmentAudienceAfter extends SegmentAudience {
  @IsString()
  after: string;

  @IsInt()
  @Min(1)
  @Max(mostUserIds)
  limit: number;
}

export const countSegmentAudience = rpc('segments.audience.count', CountSegmentAudience).returns<{ users: number }>();
/** Returns the next users in the order of their ids. */
export const segmentAudience = rpc('segments.audience.users', SegmentAudienceAfter).returns<{ user_ids: string[] }>();
