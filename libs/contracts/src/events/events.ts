import { Page, type Paged, SearchPage } from '../paging.js';
import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { FromDigits } from '../shape/from-digits.js';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min, ValidateNested } from 'class-validator';
import { Changer } from '../owners.js';
import type { ProblemJson } from '../problems.js';
import { fact, renamed, rpc } from '../rpc.js';

export const eventNamePattern = /^[a-z0-9][a-z0-9._-]{0,99}$/;

class EventName {
  @IsString()
  event_name: string;
}

/** `definition` is the document's text, byte for byte, so that no parser on the way alters a key or a number. */
export class NewDefinition extends EventName {
  @IsString()
  definition: string;

  @IsString()
  expected_id: string;

  /** Gateways of the previous release omit it. */
  @IsOptional()
  @ValidateNested()
  @Type(() => Changer)
  by?: Changer;
}

export class EventDefinition {
  @ApiProperty({ example: 'purchase', description: 'The name of the event.' })
  event_name: string;

  @ApiProperty({ example: 1, description: 'The number of the version that is in force now.', type: 'integer' })
  version: number;

  @ApiProperty({
    enum: ['created', 'updated', 'unchanged'],
    description: 'Whether the call made the first version, made a new one, or changed nothing.',
  })
  status: 'created' | 'updated' | 'unchanged';

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'The JSON Schema as it was sent. Its numbers and the order of its keys may be written another way: `1.0` as `1`.',
  })
  definition: object;
}

export class StoredDefinition {
  @ApiProperty({ example: 'purchase', description: 'The name of the event.' })
  event_name: string;

  @ApiProperty({ example: 1, description: 'The number of the version.', type: 'integer' })
  version: number;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When this version was made.', format: 'date-time' })
  created: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'The JSON Schema as it was sent. Its numbers and the order of its keys may be written another way: `1.0` as `1`.',
    example: { type: 'object' },
  })
  definition: object;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: null,
    description: 'Since when no event of this name is accepted; null while events are.',
  })
  retired_at: string | null;
}

export class RetiredDefinition {
  @ApiProperty({ example: 'purchase', description: 'The name of the event.' })
  event_name: string;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When it was retired.', format: 'date-time' })
  retired_at: string;
}

export class RetireDefinition extends EventName {
  @ValidateNested()
  @Type(() => Changer)
  by: Changer;
}

export class DefinitionQuery extends EventName {
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number;
}

export class VersionQuery {
  @ApiPropertyOptional({
    type: 'integer',
    example: 1,
    description: 'The number of a version; the newest by default.',
    minimum: 1,
  })
  @IsOptional()
  @FromDigits()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  version?: number;
}

export class VersionsQuery extends Page {
  @IsString()
  event_name: string;
}

export class UserEventsQuery extends Page {
  @IsString()
  user_id: string;
}

/** The data of an event, as JSON text. The events service validates it. */
export interface DataOfEvent {
  event_name: string;
  data: string;
}

export interface Submission extends DataOfEvent {
  client_id: string;
  user_id: string;
  /** The Idempotency-Key, or CloudEvents' source and id. */
  key?: string;
  /** The scope of the key: the event's path, or `batch` for the batches of the client. */
  key_scope?: 'batch';
  /** The moment of the event as the sender names it (RFC 3339). */
  time?: string;
  request_id?: string;
  traceparent?: string;
  /** Identity has just confirmed the user, so the events service need not know the id. */
  confirmed?: boolean;
}

export interface Submissions {
  submissions: Submission[];
}

export class AcceptedEvent {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the event.' })
  id: string;

  @ApiProperty({ example: 'purchase', description: 'The name of the event.' })
  event_name: string;

  @ApiProperty({ example: 1, description: 'The version of the definition that the data follows.', type: 'integer' })
  version: number;

  @ApiProperty({ enum: ['accepted'], description: 'Always `accepted`: the event is stored and will be judged.' })
  status: 'accepted';

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the event was stored.', format: 'date-time' })
  received_at: string;
}

/** `accepted` says by which version the data is valid; it names no event, because none is made. */
export type Validation = { accepted: { event_name: string; version: number } } | { problem: ProblemJson };

export class ValidData {
  @ApiProperty({ example: 'purchase', description: 'The name of the event.' })
  event_name: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'The version of the definition that the data follows.' })
  version: number;

  @ApiProperty({ enum: [true], description: 'Always true: the data follows the schema.' })
  valid: true;
}

export type EventResult = { accepted: AcceptedEvent; replayed: boolean } | { problem: ProblemJson };

/**
 * For `unknown_user` nothing was written: the caller asks identity, and sends the event of an existing user once more as
 * `confirmed`.
 */
export type IntakeResult = EventResult | { unknown_user: true };

export class LoggedEvent {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the event.' })
  id: string;

  @ApiProperty({ example: 'purchase', description: 'The name of the event.' })
  event_name: string;

  @ApiProperty({ example: 1, description: 'The version of the definition that the data follows.', type: 'integer' })
  version: number;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the event was stored.', format: 'date-time' })
  received_at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The moment of the event as the sender names it',
    format: 'date-time',
  })
  time: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'The data as it was sent. Its numbers and the order of its keys may be written another way: `1.0` as `1`.',
    example: { amount: 1250 },
  })
  data: object;
}

/** `unused` is true when no campaign used the event's name, so that none was asked about it. */
export interface StoredEvent extends LoggedEvent {
  unused?: true;
}

/** An event whose definition a campaign uses; others are not published. `data` is the JSON text as it was sent. */
export class EventAccepted {
  @ApiProperty()
  id: string;

  @ApiProperty()
  client_id: string;

  @ApiProperty()
  user_id: string;

  @ApiProperty()
  event_name: string;

  @ApiProperty({ type: 'integer' })
  version: number;

  @ApiProperty({ format: 'date-time' })
  received_at: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  time: string | null;

  @ApiProperty({ description: 'JSON text' })
  data: string;
}

/** No event of the name is accepted until its definition is put again. */
const formerNamesOfDefinition = { retired_at: 'retired' };

export const retireDefinition = renamed(
  formerNamesOfDefinition,
  rpc('events.definitions.retire', RetireDefinition).returns<RetiredDefinition>(),
);
export const putDefinition = rpc('events.definitions.put', NewDefinition).returns<EventDefinition>(); // row 1
export const getDefinition = renamed(
  formerNamesOfDefinition,
  rpc('events.definitions.get', DefinitionQuery).returns<StoredDefinition>(),
);
export const definitionVersions = renamed(
  formerNamesOfDefinition,
  rpc('events.definitions.versions', VersionsQuery).returns<Paged<StoredDefinition>>(),
);
export const listDefinitions = renamed(
  formerNamesOfDefinition,
  rpc('events.definitions.list', SearchPage).returns<Paged<StoredDefinition>>(),
);
/** Row 2. The gateway gathers events that arrive together into one call. Results come in the order of the submissions. */
export const submitEvents = rpc<Submissions>('events.submit', null).returns<IntakeResult[]>();
export const validateEvents = rpc<{ submissions: DataOfEvent[] }>('events.validate', null).returns<Validation[]>();
export const userEvents = rpc('events.of-user', UserEventsQuery).returns<Paged<StoredEvent>>();

export const eventAccepted = fact<EventAccepted>('event-log.accepted', 16);
