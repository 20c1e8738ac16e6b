import { ApiProperty } from '../shape/described.js';
import { CouponSlip, SurveyAnswer, Transaction } from '../campaigns/campaigns.js';
import { CardAdded } from '../cards/cards.js';
import { CouponStockLow } from '../campaigns/coupons.js';
import { OptinChanged } from '../cards/optins.js';
import type { Class } from '../rpc.js';
import { SegmentProcessed } from '../segments/segments.js';
import { ConnectionCreated } from '../identity/users.js';

class WebhookUser {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;
}

export const disabledReasons = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export class DisabledWebhook {
  @ApiProperty({ format: 'uuid', description: 'The id of the webhook.' })
  webhook_id: string;

  @ApiProperty({ example: 'https://shop.example/hooks', description: 'The address of the receiver.' })
  url: string;

  @ApiProperty({
    enum: disabledReasons,
    description: 'The client asked for it, the receiver answered 410, or the receiver kept failing',
  })
  reason: DisabledReason;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the webhook was disabled.',
    format: 'date-time',
  })
  disabled: string;
}

interface CatalogueEntry {
  data: Class<object>;
  summary: string;
}

/** Every event that a webhook can subscribe to. Receivers depend on the names. */
export const webhookCatalogue = {
  'coupon-slip-claimed-event': { data: CouponSlip, summary: 'A user got a coupon slip.' },
  'transaction-created': { data: Transaction, summary: 'The balance of a user changed.' },
  'survey-answer-submitted': { data: SurveyAnswer, summary: 'A user answered a question of a survey.' },
  'user-registered': { data: WebhookUser, summary: 'A registration is complete, but not confirmed by mail yet.' },
  'user-activated': { data: WebhookUser, summary: 'A user has confirmed the mail and is active.' },
  'user-deleted': { data: WebhookUser, summary: 'An account was closed: every call answers 404 for it.' },
  'connection-created': { data: ConnectionCreated, summary: 'A user was connected to an account at a provider.' },
  'optin-changed': { data: OptinChanged, summary: 'A user has answered an opt-in, or changed the answer.' },
  'card-added': { data: CardAdded, summary: 'A card was added to the account of a user.' },
  'segment-processed': { data: SegmentProcessed, summary: 'The newest file of a segment is processed.' },
  'coupon-stock-low': { data: CouponStockLow, summary: 'At most a tenth of the codes of a coupon is left.' },
  'webhook-disabled': { data: DisabledWebhook, summary: 'Another webhook of the same client was disabled.' },
} as const satisfies Record<string, CatalogueEntry>;

export type WebhookEventName = keyof typeof webhookCatalogue;
export type WebhookData<Name extends WebhookEventName> = InstanceType<(typeof webhookCatalogue)[Name]['data']>;
export const webhookEventNames = Object.keys(webhookCatalogue) as WebhookEventName[];
