import type { Schema } from '../../api/routes.js';

export type EventName = Schema<'Webhook'>['events'][number];

const named: Record<EventName, true> = {
  'coupon-slip-claimed-event': true,
  'transaction-created': true,
  'survey-answer-submitted': true,
  'user-registered': true,
  'user-activated': true,
  'user-deleted': true,
  'connection-created': true,
  'optin-changed': true,
  'card-added': true,
  'segment-processed': true,
  'coupon-stock-low': true,
  'webhook-disabled': true,
};

/** The events that a webhook may subscribe to. The record makes the compiler name a missing one. */
export const catalogue = Object.keys(named) as EventName[];
