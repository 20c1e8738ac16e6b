import { ApiProperty } from '../shape/described.js';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { rpc } from '../rpc.js';
import { webhookEventNames, type WebhookEventName } from './webhook-events.js';

/** The position of a listener in the log: digits, which a number holds exactly. */
export const listenerPosition = /^\d{1,16}$/;
/** The service answers a reader after this time at the latest, also when there is nothing to deliver. */
const longestListenerWaitMs = 10_000;

export class NewListener {
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
}

export class Listener {
  @ApiProperty({
    format: 'uuid',
    description: 'The id of the listener.',
    example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
  })
  id: string;

  @ApiProperty({
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDhVhe6Wc0Q1r3oJ9y',
    description: 'Signs the deliveries as Standard Webhooks says. Only this answer shows it.',
  })
  secret: string;
}

export class CreateListener extends NewListener {
  @IsString()
  client_id: string;
}

export class ListenerRef {
  @IsString()
  client_id: string;

  @IsString()
  id: string;
}

export class ReadListener extends ListenerRef {
  /** The reader has all deliveries up to this position. Absent: it has none. */
  @MayBeAbsent()
  @Matches(listenerPosition)
  after?: string;

  @IsInt()
  @Min(0)
  @Max(longestListenerWaitMs)
  wait_ms: number;
}

/** A delivery as a webhook would get it. `body` is the exact text that is signed. */
export interface ListenerDelivery {
  headers: Record<string, string>;
  body: string;
}

export interface ListenerPage {
  position: string;
  delivery: ListenerDelivery | null;
}

export const createListener = rpc('webhooks.listeners.create', CreateListener).returns<Listener>();
export const deleteListener = rpc('webhooks.listeners.delete', ListenerRef).returns<{ deleted: true }>();
/** The next delivery after a position, or none when none has come after the wait. */
export const readListener = rpc('webhooks.listeners.read', ReadListener).returns<ListenerPage>();
