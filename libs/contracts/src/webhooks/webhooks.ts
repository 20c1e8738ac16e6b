import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { ShownKey } from '../by-name/by-name.js';
import { Page, type Paged } from '../paging.js';
import { IsReceiverHeaders, IsReceiverUrl, stringMap } from './receiver.js';
import { fact, renamed, rpc } from '../rpc.js';
import { formerNamesOfAttempt, AttemptQuery, type WebhookAttempt } from './webhook-attempts.js';
import {
  DisabledWebhook,
  disabledReasons,
  webhookEventNames,
  type DisabledReason,
  type WebhookEventName,
} from './webhook-events.js';

/** The largest number of requests that may be under way to one webhook. */
const mostLanes = 16;

/**
 * Keeps the object that was sent. A copy would lose a header named `__proto__`, and class-transformer cannot copy an object
 * that has one named `constructor`. Of a Boolean it makes no copy.
 */
const Unaltered = () =>
  applyTo(
    Type(() => Boolean),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
  );

function applyTo(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };
}

export class NewWebhook {
  @ApiProperty({
    enum: webhookEventNames,
    isArray: true,
    minItems: 1,
    maxItems: 50,
    description: 'The names of the events to deliver.',
    example: ['coupon-slip-claimed-event'],
  })
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
  @ApiPropertyOptional({
    enum: webhookEventNames,
    isArray: true,
    minItems: 1,
    maxItems: 50,
    description: 'The names of the events to deliver from now on.',
    example: ['coupon-slip-claimed-event'],
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsIn(webhookEventNames, { each: true })
  events?: WebhookEventName[];

  @ApiPropertyOptional({ example: 'https://shop.example/hooks', description: 'The new address of the receiver.' })
  @MayBeAbsent()
  @IsReceiverUrl()
  url?: string;

  @ApiPropertyOptional({ ...stringMap, description: 'These headers replace all earlier ones' })
  @MayBeAbsent()
  @IsReceiverHeaders()
  @Unaltered()
  headers?: Record<string, string>;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: mostLanes,
    example: 4,
    description:
      'The number of requests that may be under way at once. With 1, events arrive in order. With more, the events of each user arrive in order, and a user whose events fail holds only its lane.',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(mostLanes)
  lanes?: number;
}

/** Rows 33 and 34 answer exactly these four fields. */
export class Webhook {
  @ApiProperty({
    format: 'uuid',
    description: 'The id of the webhook.',
    example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
  })
  id: string;

  @ApiProperty({ enum: webhookEventNames, isArray: true, description: 'The names of the events that are delivered.' })
  events: WebhookEventName[];

  @ApiProperty({ example: 'https://shop.example/hooks', description: 'The address of the receiver.' })
  url: string;

  @ApiProperty({ ...stringMap, description: 'Your own headers of each delivery.', example: {} })
  headers: Record<string, string>;
}

export class WebhookDisabling {
  @ApiProperty({
    enum: disabledReasons,
    description: 'Why the webhook is disabled: by request, because the receiver is gone, or because it kept failing.',
  })
  reason: DisabledReason;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the webhook was disabled.',
    format: 'date-time',
  })
  at: string;
}

export class WebhookQueue {
  @ApiProperty({ description: 'The number of events that wait for delivery; counted up to 10000', type: 'integer' })
  waiting: number;

  @ApiProperty({
    description: 'How often the first batch of the queue has failed; with lanes, of the lane that failed most',
    type: 'integer',
  })
  failures: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The time of the next attempt; with lanes, of the lane that comes first',
    format: 'date-time',
  })
  next_attempt_at: string | null;

  @ApiProperty({
    description:
      'The number of events that the receiver refused one by one and that were set aside; counted up to 10000',
    type: 'integer',
  })
  set_aside: number;
}

export class WebhookDetails extends Webhook {
  @ShownKey() key: string | null;

  @ApiProperty({
    enum: ['enabled', 'disabled'],
    description: 'Whether events are delivered. A disabled webhook keeps its events.',
  })
  state: 'enabled' | 'disabled';

  @ApiProperty({
    type: WebhookDisabling,
    nullable: true,
    description: 'Why and when; null while the webhook is enabled.',
  })
  disabled: WebhookDisabling | null;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'The number of requests that may be under way at once. With more than one, order is kept per user.',
  })
  lanes: number;

  @ApiProperty({ type: WebhookQueue, description: 'What waits for delivery.' })
  queue: WebhookQueue;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the webhook was registered.',
    format: 'date-time',
  })
  created: string;
}

export class ReplaySince {
  @ApiProperty({ example: '2026-11-21T09:30:00Z', description: 'ISO 8601 with an offset', format: 'date-time' })
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

/** Identity mails the client about it. The client's other webhooks get the event `webhook-disabled`. */
export class WebhookDisabled extends DisabledWebhook {
  @ApiProperty({ description: 'The id of the client.' })
  client_id: string;
}

export const formerNamesOfWebhook = { 'disabled.at': 'since', 'queue.next_attempt_at': 'next_attempt' };

export const createWebhook = renamed(formerNamesOfWebhook, rpc('webhooks.create', CreateWebhook).returns<Webhook>()); // row 33
export const listWebhooks = renamed(formerNamesOfWebhook, rpc('webhooks.list', OwnWebhooks).returns<Paged<Webhook>>()); // row 34
export const deleteWebhook = rpc('webhooks.delete', WebhookRef).returns<{ deleted: true }>(); // row 35
export const getWebhook = renamed(formerNamesOfWebhook, rpc('webhooks.get', WebhookRef).returns<WebhookDetails>());
export const changeWebhook = renamed(
  formerNamesOfWebhook,
  rpc('webhooks.change', ChangeWebhook).returns<WebhookDetails>(),
);
export const enableWebhook = renamed(
  formerNamesOfWebhook,
  rpc('webhooks.enable', WebhookRef).returns<WebhookDetails>(),
);
export const disableWebhook = renamed(
  formerNamesOfWebhook,
  rpc('webhooks.disable', WebhookRef).returns<WebhookDetails>(),
);
export const replayWebhook = renamed(
  formerNamesOfWebhook,
  rpc('webhooks.replay', ReplayWebhook).returns<WebhookDetails>(),
);
export const pingWebhook = renamed(formerNamesOfAttempt, rpc('webhooks.ping', WebhookRef).returns<WebhookAttempt>());
export const attemptsOfWebhook = renamed(
  formerNamesOfAttempt,
  rpc('webhooks.attempts', AttemptsOf).returns<Paged<WebhookAttempt>>(),
);

/** Published when the service disables a webhook whose receiver fails or is gone, but not at the client's own request. */
export const webhookDisabled = fact<WebhookDisabled>('webhooks.webhook-disabled');
