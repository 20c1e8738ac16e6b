import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsISO8601, IsOptional, IsString, Matches } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { IsMoment } from '../moment.js';
import { Page, type Paged } from '../paging.js';
import { IsReceiverHeaders, IsReceiverUrl } from './receiver.js';
import { fact, rpc } from '../rpc.js';
import {
  DisabledWebhook,
  disabledReasons,
  webhookEventNames,
  type DisabledReason,
  type WebhookEventName,
} from './webhook-events.js';

/** Keeps the object that was sent. A copy would lose a header named `__proto__`. */
const Unaltered = () => Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]);

const stringMap = { type: 'object', additionalProperties: { type: 'string' } } as const;

export class NewWebhook {
  @ApiProperty({ enum: webhookEventNames, isArray: true, minItems: 1, maxItems: 50 })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsIn(webhookEventNames, { each: true })
  events: WebhookEventName[];

  @ApiProperty({ example: 'https://shop.example/hooks', description: 'http or https, no credentials, no fragment' })
  @IsReceiverUrl()
  url: string;

  @ApiPropertyOptional({ ...stringMap, nullable: true, description: 'Headers of each delivery; null for none' })
  @IsOptional()
  @IsReceiverHeaders()
  @Unaltered()
  headers?: Record<string, string> | null;
}

export class WebhookChange {
  @ApiPropertyOptional({ enum: webhookEventNames, isArray: true, minItems: 1, maxItems: 50 })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsIn(webhookEventNames, { each: true })
  events?: WebhookEventName[];

  @ApiPropertyOptional({ example: 'https://shop.example/hooks' })
  @MayBeAbsent()
  @IsReceiverUrl()
  url?: string;

  @ApiPropertyOptional({ ...stringMap, description: 'These headers replace all earlier ones' })
  @MayBeAbsent()
  @IsReceiverHeaders()
  @Unaltered()
  headers?: Record<string, string>;
}

/** Rows 33 and 34 answer exactly these four fields. */
export class Webhook {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: webhookEventNames, isArray: true })
  events: WebhookEventName[];

  @ApiProperty({ example: 'https://shop.example/hooks' })
  url: string;

  @ApiProperty({ ...stringMap })
  headers: Record<string, string>;
}

export class WebhookDisabling {
  @ApiProperty({ enum: disabledReasons })
  reason: DisabledReason;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z' })
  since: string;
}

export class WebhookQueue {
  @ApiProperty({ description: 'The number of events that wait for delivery; counted up to 10000' })
  waiting: number;

  @ApiProperty({ description: 'How often the first batch of the queue has failed' })
  failures: number;

  @ApiProperty({ type: String, nullable: true, description: 'The time of the next attempt' })
  next_attempt: string | null;

  @ApiProperty({
    description:
      'The number of events that the receiver refused one by one and that were set aside; counted up to 10000',
  })
  set_aside: number;
}

export class WebhookDetails extends Webhook {
  @ApiProperty({ enum: ['enabled', 'disabled'] })
  state: 'enabled' | 'disabled';

  @ApiProperty({ type: WebhookDisabling, nullable: true })
  disabled: WebhookDisabling | null;

  @ApiProperty({ type: WebhookQueue })
  queue: WebhookQueue;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z' })
  created: string;
}

const attemptOutcomes = ['delivered', 'failed', 'refused', 'set-aside', 'gone'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

class DeliveredEvent {
  @ApiProperty({ enum: webhookEventNames })
  name: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  data: object;
}

class AttemptPayload {
  @ApiProperty({ type: [DeliveredEvent] })
  events: DeliveredEvent[];
}

export class AttemptRequest {
  @ApiProperty({ example: 'https://shop.example/hooks' })
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

  @ApiProperty({ description: 'The number of events in the batch; 0 for a ping' })
  events: number;

  @ApiProperty({ description: 'The size of the body' })
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
  @ApiProperty({ example: 200 })
  status: number;

  @ApiProperty({ description: 'The first 1024 bytes of the body' })
  body: string;
}

export class WebhookAttempt {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    format: 'uuid',
    description: 'The id of the batch, the same in all its attempts: the header webhook-id',
  })
  batch_id: string;

  @ApiProperty({ example: 1, description: 'The number of the attempt; 1 for the first' })
  attempt: number;

  @ApiProperty({ enum: attemptOutcomes })
  outcome: AttemptOutcome;

  @ApiProperty({ type: AttemptRequest })
  request: AttemptRequest;

  @ApiProperty({ type: AttemptAnswer, nullable: true })
  answer: AttemptAnswer | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'timeout',
    description: 'The reason for which there was no answer',
  })
  error: string | null;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z' })
  started: string;

  @ApiProperty({ example: 48.2 })
  duration_ms: number;
}

export class ReplaySince {
  @ApiProperty({ example: '2026-11-21T09:30:00Z', description: 'ISO 8601 with an offset' })
  @IsISO8601({ strict: true, strictSeparator: true })
  @Matches(/(Z|[+-]\d\d:\d\d)$/, { message: 'since must end with Z or an offset' })
  since: string;
}

export class OwnWebhooks extends Page {
  @IsString()
  client_id: string;
}

export class WebhookRef {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
}

export class CreateWebhook extends NewWebhook {
  @IsString()
  client_id: string;
}

export class ChangeWebhook extends WebhookChange {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
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

export class AttemptsOf extends AttemptQuery {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
}

export class ReplayWebhook extends ReplaySince {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
}

/** Identity mails the client because of it. The client's other webhooks get the event `webhook-disabled`. */
export class WebhookDisabled extends DisabledWebhook {
  @ApiProperty()
  client_id: string;
}

export const createWebhook = rpc('webhooks.create', CreateWebhook).returns<Webhook>(); // row 33
export const listWebhooks = rpc('webhooks.list', OwnWebhooks).returns<Paged<Webhook>>(); // row 34
export const deleteWebhook = rpc('webhooks.delete', WebhookRef).returns<{ deleted: true }>(); // row 35
export const getWebhook = rpc('webhooks.get', WebhookRef).returns<WebhookDetails>();
export const changeWebhook = rpc('webhooks.change', ChangeWebhook).returns<WebhookDetails>();
export const enableWebhook = rpc('webhooks.enable', WebhookRef).returns<WebhookDetails>();
export const disableWebhook = rpc('webhooks.disable', WebhookRef).returns<WebhookDetails>();
export const replayWebhook = rpc('webhooks.replay', ReplayWebhook).returns<WebhookDetails>();
export const pingWebhook = rpc('webhooks.ping', WebhookRef).returns<WebhookAttempt>();
export const attemptsOfWebhook = rpc('webhooks.attempts', AttemptsOf).returns<Paged<WebhookAttempt>>();

/** Published when the service disables a webhook whose receiver fails or is gone, but not at the client's own request. */
export const webhookDisabled = fact<WebhookDisabled>('webhooks.webhook-disabled');
