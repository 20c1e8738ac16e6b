import { ApiPropertyOptional } from '../shape/described.js';
import { IsIn, IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import type { ProblemJson } from '../problems.js';
import { rpc } from '../rpc.js';
import { eventNamePattern, type LoggedEvent } from './events.js';

/** The position of a tail: how far it has read the log, and how far the refused events. */
export const tailPosition = /^\d{1,18}\.\d{1,18}$/;
/** The service answers a reader after this time at the latest, also when nothing has come. */
const longestTailWaitMs = 10_000;

const outcomes = ['accepted', 'refused'] as const;

export class TailQuery {
  @ApiPropertyOptional({ example: 'purchase', description: 'Only events of this name' })
  @MayBeAbsent()
  @IsString()
  @Matches(eventNamePattern)
  event_name?: string;

  @ApiPropertyOptional({ enum: outcomes, description: 'Only accepted or only refused events' })
  @MayBeAbsent()
  @IsIn(outcomes)
  outcome?: (typeof outcomes)[number];
}

export class ReadTail extends TailQuery {
  /** The reader has everything up to this position. Absent: it begins now. */
  @MayBeAbsent()
  @IsString()
  @Length(3, 40)
  @Matches(tailPosition)
  after?: string;

  @IsInt()
  @Min(0)
  @Max(longestTailWaitMs)
  wait_ms: number;
}

interface TailedEvent extends LoggedEvent {
  user_id: string;
  client_id: string;
  request_id: string | null;
}

/** A refused event without its data, because the data may hold anything. */
export interface RefusedEvent {
  at: string;
  event_name: string;
  /** Null if the path names nothing that can be a user. */
  user_id: string | null;
  client_id: string;
  request_id: string | null;
  problem: ProblemJson;
  /** How many more the same gateway has refused in that second without a record of them. */
  omitted: number;
}

export type TailItem = { position: string } & ({ accepted: TailedEvent } | { refused: RefusedEvent });

export interface TailPage {
  position: string;
  items: TailItem[];
}

export interface RefusalCount {
  event_name: string;
  code: string;
  events: number;
}

export interface NewRefusals {
  refusals: RefusedEvent[];
  /** All refusals of the second, also those without a record. */
  counts: RefusalCount[];
}

export const readTail = rpc('events.tail', ReadTail).returns<TailPage>();
/** The gateway tells refusals once in a second. Only gateways call it. */
export const noteRefusals = rpc<NewRefusals>('events.refusals.note', null).returns<{ noted: true }>();
