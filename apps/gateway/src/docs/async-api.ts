import { erasureReceipt, UserErased, userErased } from '@ces/contracts/identity/erasure';
import { PersonChanged, personChanged } from '@ces/contracts/identity/person';
import {
  ConnectionCreated,
  connectionCreated,
  ConnectionRemoved,
  connectionRemoved,
  UserActivated,
  userActivated,
  UserClosed,
  userClosed,
  UserCreated,
  userCreated,
  UserRegistered,
  userRegistered,
  UserRestored,
  userRestored,
} from '@ces/contracts/identity/users';
import {
  CouponSlipClaimed,
  couponSlipClaimed,
  SurveyAnswerSubmitted,
  surveyAnswerSubmitted,
  TransactionCreated,
  transactionCreated,
} from '@ces/contracts/campaigns/campaigns';
import {
  CardAdded,
  cardAdded,
  CardChanged,
  cardChanged,
  CardTierChanged,
  cardTierChanged,
} from '@ces/contracts/cards/cards';
import { CouponStockLow, couponStockLow } from '@ces/contracts/campaigns/coupons';
import { UserEnteredSegment, userEnteredSegment } from '@ces/contracts/segments/segment-use';
import { SegmentProcessed, segmentProcessed } from '@ces/contracts/segments/segments';
import { OptinChanged, optinChanged } from '@ces/contracts/cards/optins';
import { EventAccepted, eventAccepted } from '@ces/contracts/events/events';
import {
  ClientDeleted,
  clientDeleted,
  ClientSecretsChanged,
  clientSecretsChanged,
} from '@ces/contracts/identity/client-secrets';
import { WebhookDisabled, webhookDisabled } from '@ces/contracts/webhooks/webhooks';
import { reachable, webhookChannel, webhookClasses, webhookSchemas } from './webhook-docs.js';
import type { Class, FactContract } from '@ces/contracts/rpc';
import type { OpenAPIObject } from '@nestjs/swagger';

interface Fact {
  event: FactContract<object>;
  payload: Class<object>;
  summary: string;
}

const facts: Fact[] = [
  {
    event: eventAccepted,
    payload: EventAccepted,
    summary: 'An event was accepted and stored; the user decides the partition.',
  },
  { event: userCreated, payload: UserCreated, summary: 'A user was created.' },
  {
    event: connectionCreated,
    payload: ConnectionCreated,
    summary: 'A user was connected to an account at a provider.',
  },
  { event: connectionRemoved, payload: ConnectionRemoved, summary: 'A user is no longer connected to an account.' },
  {
    event: userRegistered,
    payload: UserRegistered,
    summary: 'A registration is complete, but not confirmed by mail yet.',
  },
  { event: userActivated, payload: UserActivated, summary: 'A user has confirmed the mail and is active.' },
  {
    event: personChanged,
    payload: PersonChanged,
    summary: 'The personal data of a user changed; the fact does not contain it.',
  },
  { event: userClosed, payload: UserClosed, summary: 'An account was closed; every read answers 404.' },
  { event: userRestored, payload: UserRestored, summary: 'A closed account was restored.' },
  { event: userErased, payload: UserErased, summary: 'A user was erased; every service erases what it holds.' },
  {
    event: erasureReceipt('events'),
    payload: UserErased,
    summary: 'The events service holds nothing of the user any more.',
  },
  {
    event: erasureReceipt('cards'),
    payload: UserErased,
    summary: 'The cards service holds nothing of the user any more.',
  },
  {
    event: erasureReceipt('segments'),
    payload: UserErased,
    summary: 'The segments service holds nothing of the user any more.',
  },
  {
    event: erasureReceipt('webhooks'),
    payload: UserErased,
    summary: 'The webhooks service holds nothing of the user any more.',
  },
  { event: clientDeleted, payload: ClientDeleted, summary: 'A client was deleted, and its webhooks with it.' },
  {
    event: clientSecretsChanged,
    payload: ClientSecretsChanged,
    summary: 'A secret of a client was added, promoted or retired.',
  },
  { event: webhookDisabled, payload: WebhookDisabled, summary: 'A webhook was disabled because its receiver failed.' },
  {
    event: erasureReceipt('campaigns'),
    payload: UserErased,
    summary: 'The campaigns service holds nothing of the user any more.',
  },
  { event: couponSlipClaimed, payload: CouponSlipClaimed, summary: 'A user got a coupon slip.' },
  { event: couponStockLow, payload: CouponStockLow, summary: 'At most a tenth of the codes of a coupon is left.' },
  { event: transactionCreated, payload: TransactionCreated, summary: 'A transaction was booked on a stack of a user.' },
  { event: surveyAnswerSubmitted, payload: SurveyAnswerSubmitted, summary: 'A user has answered a question.' },
  { event: cardAdded, payload: CardAdded, summary: 'A card was added to the account of a user.' },
  {
    event: cardChanged,
    payload: CardChanged,
    summary:
      'A card of a user has another state, expiration or number, became the first, or was taken off the account.',
  },
  { event: cardTierChanged, payload: CardTierChanged, summary: 'A card of a user moved to another tier.' },
  { event: optinChanged, payload: OptinChanged, summary: 'A user has answered an opt-in, or changed the answer.' },
  { event: segmentProcessed, payload: SegmentProcessed, summary: 'The newest file of a segment is processed.' },
  {
    event: userEnteredSegment,
    payload: UserEnteredSegment,
    summary: 'A user entered a segment that a campaign watches; the user decides the partition.',
  },
];

export const factClasses = [...new Set([...facts.map((fact) => fact.payload), ...webhookClasses])];

/** The facts on the bus as AsyncAPI 3, with the schemas that the OpenAPI document has for the same classes. */
export function asyncApi(publicUrl: string, openApi: OpenAPIObject): object {
  const schemas = openApi.components?.schemas ?? {};
  return {
    asyncapi: '3.0.0',
    info: { title: 'Customer Engagement Service: facts', version: '1', externalDocs: { url: `${publicUrl}/docs` } },
    defaultContentType: 'application/json',
    channels: {
      ...Object.fromEntries(facts.map((fact) => [channelName(fact), channel(fact)])),
      webhook: webhookChannel,
    },
    operations: {
      ...Object.fromEntries(
        facts.map((fact) => [
          `publish-${channelName(fact)}`,
          { action: 'send', channel: { $ref: `#/channels/${channelName(fact)}` } },
        ]),
      ),
      'deliver-webhook': { action: 'send', channel: { $ref: '#/channels/webhook' } },
    },
    components: {
      schemas: {
        ...reachable(
          schemas,
          factClasses.map((each) => each.name),
        ),
        ...webhookSchemas,
      },
    },
  };
}

function channel({ event, payload, summary }: Fact): object {
  return {
    address: event.partitions === 1 ? event.subject : `${event.subject}.{partition}`,
    summary,
    ...(event.partitions === 1 ? {} : { parameters: { partition: { description: `0 to ${event.partitions - 1}` } } }),
    messages: { [payload.name]: { payload: { $ref: `#/components/schemas/${payload.name}` } } },
  };
}

function channelName({ event }: Fact): string {
  return event.subject.replaceAll('.', '-');
}
