import type { WebhookData, WebhookEventName } from './webhook-events.js';

const user_id = 'x2Kd83jfLw0qPzR7vT1mNb4Yc';
const coupon = '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11';
const other = '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40';

/** The `data` of an example of each event: what `:test` sends. */
export const webhookExamples: { readonly [Name in WebhookEventName]: WebhookData<Name> } = {
  'coupon-slip-claimed-event': {
    id: other,
    couponId: coupon,
    userId: user_id,
    title: 'A free coffee',
    description: 'One cup of any size',
    image: { type: 'image', data: { src: 'https://cdn.example.com/coffee.png', alt: 'A cup of coffee' } },
    isRead: false,
    isDeleted: false,
    ticket: { state: 'issued', display: { systemName: 'qr-code', title: 'QR code' }, code: 'COFFEE-7K2M-9QXD' },
  },
  'transaction-created': { id: other, stack_id: coupon, block_id: coupon, user_id, value: 25 },
  'survey-answer-submitted': { survey_id: coupon, question_id: 'like', answer_id: 'yes' },
  'user-registered': { user_id },
  'user-activated': { user_id },
  'user-deleted': { user_id },
  'connection-created': { provider_name: 'acme', owner_id: 'acme-4711', user_id },
  'optin-changed': {
    user_id,
    optin_id: coupon,
    name: 'Newsletter',
    text_version: 1,
    purpose: 'marketing',
    opted_in: true,
    updated: '2026-11-21T09:30:00.000Z',
    source: 'account',
  },
  'card-added': {
    user_id,
    card_id: other,
    identifier: '6012345678901',
    card_definition: 'default',
    card_tier_id: coupon,
    card_tier: 'Gold',
  },
  'segment-processed': {
    id: coupon,
    name: 'Newsletter readers',
    identifier: 'acme',
    externalUserCount: 1_200,
    internalUserCount: 800,
    documentID: other,
    fileName: 'readers.csv',
    updated: '2026-11-21T09:30:00.000+00:00',
  },
  'coupon-stock-low': { coupon_id: coupon, title: 'A free coffee', available: 100 },
  'webhook-disabled': {
    webhook_id: other,
    url: 'https://shop.example/hooks',
    reason: 'failing',
    disabled: '2026-11-21T09:30:00.000Z',
  },
};
