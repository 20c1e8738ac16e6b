import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, IsUUID } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { Page, type Paged } from '../paging.js';
import { renamed, rpc } from '../rpc.js';
import { webhookEventNames, type WebhookEventName } from './webhook-events.js';
import { WebhookRef } from './webhooks.js';
import { formerNamesOfAttempt, type WebhookAttempt } from './webhook-attempts.js';

/** The most events set aside that one call sends again, each in a request of its own. */
export const mostResent = 20;

export class TestEvent {
  @ApiProperty({
    enum: webhookEventNames,
    description: 'The name of the event. The webhook need not be subscribed to it.',
  })
  @IsIn(webhookEventNames)
  event: WebhookEventName;
}

export class ResendChoice {
  @ApiPropertyOptional({
    type: [String],
    format: 'uuid',
    minItems: 1,
    maxItems: mostResent,
    description: `Ids of the events to send again; by default the ${mostResent} that were set aside first`,
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(mostResent)
  @IsUUID('all', { each: true })
  event_ids?: string[];
}

export class SetAsideEvent {
  @ApiProperty({ format: 'uuid', description: 'The id of the event, the same in every delivery.' })
  event_id: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The batch in which the event was alone; null if an earlier release set it aside',
  })
  batch_id: string | null;

  @ApiProperty({ example: 422, description: 'The status by which the receiver refused the event', type: 'integer' })
  status: number;

  @ApiProperty({ description: 'True if an erasure removed the event: it cannot be sent again' })
  removed: boolean;

  @ApiProperty({ type: String, nullable: true, enum: webhookEventNames, description: 'null if the event is removed' })
  name: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The data of the event; null if the event is removed',
  })
  data: object | null;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When it was set aside.', format: 'date-time' })
  at: string;
}

/** Holds no part of the payload, because the answer may be kept for an idempotency key. */
export class Resent {
  @ApiProperty({ format: 'uuid', description: 'The attempt, which `/attempts` shows with payload and answer' })
  id: string;

  @ApiProperty({
    format: 'uuid',
    description: 'The header webhook-id: that of the batch, or a new one if events are missing in it',
  })
  batch_id: string;

  @ApiProperty({ type: [String], format: 'uuid', description: 'The events that were sent' })
  event_ids: string[];

  @ApiProperty({
    type: [String],
    format: 'uuid',
    description: 'Events of the batch that were not sent, because an erasure or time removed them',
  })
  removed: string[];

  @ApiProperty({ enum: ['delivered', 'failed'], description: 'What came of it.' })
  outcome: 'delivered' | 'failed';

  @ApiProperty({ type: 'integer', nullable: true, example: 204, description: 'The status of the answer' })
  status: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'timeout', description: 'Why there was no answer' })
  error: string | null;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When it was sent.', format: 'date-time' })
  started_at: string;

  @ApiProperty({ example: 48.2, description: 'How long it took, in milliseconds.' })
  duration_ms: number;
}

export class TestOfWebhook extends TestEvent {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
}

export class BatchRef extends WebhookRef {
  @IsString()
  batch_id: string;
}

export class SetAsideOf extends Page {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
}

export class ResendSetAside extends ResendChoice {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
}

export const testWebhook = renamed(formerNamesOfAttempt, rpc('webhooks.test', TestOfWebhook).returns<WebhookAttempt>());
export const resendBatch = renamed(formerNamesOfAttempt, rpc('webhooks.batches.resend', BatchRef).returns<Resent>());
export const listSetAside = rpc('webhooks.set-aside.list', SetAsideOf).returns<Paged<SetAsideEvent>>();
export const resendSetAside = renamed(
  formerNamesOfAttempt,
  rpc('webhooks.set-aside.resend', ResendSetAside).returns<Resent[]>(),
);
