import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsIn } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { IsMoment } from '../moment.js';
import { Page } from '../paging.js';
import { stringMap } from './receiver.js';
import { webhookEventNames } from './webhook-events.js';

const attemptOutcomes = ['delivered', 'failed', 'refused', 'set-aside', 'gone'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

class DeliveredEvent {
  @ApiProperty({ enum: webhookEventNames, description: 'The name of the event.' })
  name: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What happened.' })
  data: object;
}

class AttemptPayload {
  @ApiProperty({ type: [DeliveredEvent], description: 'The events, in their order.' })
  events: DeliveredEvent[];
}

export class AttemptRequest {
  @ApiProperty({ example: 'https://shop.example/hooks', description: 'The address of the receiver.' })
  url: string;

  @ApiProperty({
    ...stringMap,
    description: 'All headers that were sent, without the values of signatures and of your own headers',
  })
  headers: Record<string, string>;

  @ApiProperty({
    type: [String],
    description: 'The traceparent of each event, if they differ: the trace of the request is linked to them',
  })
  links: string[];

  @ApiProperty({ description: 'The number of events in the batch; 0 for a ping', type: 'integer' })
  events: number;

  @ApiProperty({ description: 'The size of the body', type: 'integer' })
  bytes: number;

  @ApiProperty({
    type: AttemptPayload,
    nullable: true,
    description: 'The body that was sent, without removed events; null if an earlier release sent it',
  })
  payload: AttemptPayload | null;

  @ApiProperty({
    type: [String],
    description: 'Ids of events that are missing in the payload, because an erasure or time removed them',
  })
  removed: string[];
}

export class AttemptAnswer {
  @ApiProperty({ example: 200, description: "The HTTP status of the receiver's answer.", type: 'integer' })
  status: number;

  @ApiProperty({ description: 'The first 1024 bytes of the body' })
  body: string;
}

export class WebhookAttempt {
  @ApiProperty({ format: 'uuid', description: 'The id of the attempt.' })
  id: string;

  @ApiProperty({
    format: 'uuid',
    description: 'The id of the batch, the same in all its attempts: the header webhook-id',
  })
  batch_id: string;

  @ApiProperty({ example: 1, description: 'The number of the attempt; 1 for the first', type: 'integer' })
  attempt: number;

  @ApiProperty({ enum: attemptOutcomes, description: 'What came of the attempt.' })
  outcome: AttemptOutcome;

  @ApiProperty({ type: AttemptRequest, description: 'What the service sent.' })
  request: AttemptRequest;

  @ApiProperty({
    type: AttemptAnswer,
    nullable: true,
    description: 'What the receiver answered; null if there was no answer.',
  })
  answer: AttemptAnswer | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'timeout',
    description: 'The reason for which there was no answer',
  })
  error: string | null;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the attempt began.', format: 'date-time' })
  started_at: string;

  @ApiProperty({ example: 48.2, description: 'How long it took, in milliseconds.' })
  duration_ms: number;
}

export class AttemptQuery extends Page {
  @ApiPropertyOptional({ enum: attemptOutcomes, description: 'Only attempts with this outcome' })
  @MayBeAbsent()
  @IsIn(attemptOutcomes)
  outcome?: AttemptOutcome;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only attempts that began at this moment or later' })
  @MayBeAbsent()
  @IsMoment()
  since?: string;
}

export const formerNamesOfAttempt = { started_at: 'started' };
