import * as campaigns from '@ces/contracts/campaigns/by-name';
import { Campaign, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { Coupon, NewCoupon } from '@ces/contracts/campaigns/coupons';
import { NewStack, Stack } from '@ces/contracts/campaigns/stacks';
import { NewSurvey, Survey } from '@ces/contracts/campaigns/surveys';
import * as cards from '@ces/contracts/cards/by-name';
import { CardDefinition, NewCardDefinition } from '@ces/contracts/cards/card-definitions';
import { NewOptin, OptinDefinition } from '@ces/contracts/cards/optins';
import { Client, NewClient } from '@ces/contracts/identity/clients';
import { ClientByName, getClientByKey, putClientByKey } from '@ces/contracts/identity/by-name/clients';
import { WebhookDetails } from '@ces/contracts/webhooks/webhooks';
import {
  getWebhookByKey,
  NewNamedWebhook,
  putWebhookByKey,
  WebhookByName,
} from '@ces/contracts/webhooks/webhooks-by-name';
import { applyDecorators, UseGuards } from '@nestjs/common';
import { AdminRoutes } from '../access/admin-routes.js';
import { SigningClientGuard } from '../webhooks/signing-client.guard.js';
import { ClientToken, granterOf } from '../access/tokens.js';
import { codesLimit, codesPatience } from '../coupons/coupons-admin.controller.js';
import { strict, strictWithText, tolerant } from '../http/bodies/check-pipe.js';
import { byNameController, type Kind } from './by-name.controller.js';

const campaign: Kind<NewCampaign, Campaign> = {
  ...{ name: 'Campaigns', one: 'a campaign', path: 'api/1/admin/campaigns', tag: 'Administration: campaigns' },
  access: AdminRoutes('campaigns:manage'),
  ...{ body: NewCampaign, check: strictWithText, shown: Campaign, answer: campaigns.CampaignByName },
  replacing: 'A replacement is a new version; the state stays, and a new campaign is a draft.',
  ...{ notFound: 'campaign-not-found', problems: ['campaign-refused', 'campaign-state-conflict'] },
  get: (bus, key) => bus.call(campaigns.getCampaignByKey, { key }),
  put: (bus, request) => bus.call(campaigns.putCampaignByKey, request),
};

const coupon: Kind<NewCoupon, Coupon> = {
  ...{ name: 'Coupons', one: 'a coupon', path: 'api/1/admin/coupons', tag: 'Administration: coupons' },
  access: AdminRoutes('rewards:manage'),
  ...{ body: NewCoupon, check: strict, bodyLimit: codesLimit, shown: Coupon, answer: campaigns.CouponByName },
  replacing: 'Codes are added and never removed, and `generate` makes as many as are missing from its `count`.',
  ...{ notFound: 'coupon-not-found', problems: ['coupon-code-taken'] },
  get: (bus, key) => bus.call(campaigns.getCouponByKey, { key }),
  put: (bus, request) => bus.call(campaigns.putCouponByKey, request, codesPatience),
};

const stack: Kind<NewStack, Stack> = {
  ...{ name: 'Stacks', one: 'a stack', path: 'api/1/admin/stacks', tag: 'Administration: stacks' },
  access: AdminRoutes('rewards:manage'),
  ...{ body: NewStack, check: strict, shown: Stack, answer: campaigns.StackByName },
  replacing: 'Blocks that the request does not name stay.',
  ...{ notFound: 'stack-not-found', problems: [] },
  get: (bus, key) => bus.call(campaigns.getStackByKey, { key }),
  put: (bus, request) => bus.call(campaigns.putStackByKey, request),
};

const survey: Kind<NewSurvey, Survey> = {
  ...{ name: 'Surveys', one: 'a survey', path: 'api/1/admin/surveys', tag: 'Administration: surveys' },
  access: AdminRoutes('rewards:manage'),
  ...{ body: NewSurvey, check: strict, shown: Survey, answer: campaigns.SurveyByName },
  replacing: 'Given answers stay, and questions with the same text keep their ids.',
  ...{ notFound: 'survey-not-found', problems: [] },
  get: (bus, key) => bus.call(campaigns.getSurveyByKey, { key }),
  put: (bus, request) => bus.call(campaigns.putSurveyByKey, request),
};

const optin: Kind<NewOptin, OptinDefinition> = {
  ...{ name: 'Optins', one: 'an opt-in', path: 'api/1/admin/optins', tag: 'Administration: opt-ins' },
  access: AdminRoutes('optins:manage'),
  ...{ body: NewOptin, check: strict, shown: OptinDefinition, answer: cards.OptinByName },
  replacing: 'Another text is a new version. A retired opt-in leaves its key to a new one.',
  ...{ notFound: 'optin-not-found', problems: ['optin-retired'] },
  get: (bus, key) => bus.call(cards.getOptinByKey, { key }),
  put: (bus, request) => bus.call(cards.putOptinByKey, request),
};

const cardDefinition: Kind<NewCardDefinition, CardDefinition> = {
  ...{ name: 'CardDefinitions', one: 'a card definition', path: 'api/1/admin/card-definitions' },
  tag: 'Administration: cards',
  access: AdminRoutes('cards:manage'),
  ...{ body: NewCardDefinition, check: strictWithText, shown: CardDefinition, answer: cards.CardDefinitionByName },
  replacing: 'Tiers that the request does not name get no new cards.',
  ...{ notFound: 'card-definition-not-found', problems: ['card-definition-conflict'] },
  get: (bus, key) => bus.call(cards.getCardDefinitionByKey, { key }),
  put: (bus, request) => bus.call(cards.putCardDefinitionByKey, request),
};

const client: Kind<NewClient, Client> = {
  ...{ name: 'Clients', one: 'a client', path: 'api/1/admin/clients', tag: 'Administration: clients' },
  access: AdminRoutes('clients:manage'),
  ...{ body: NewClient, check: strict, shown: Client, answer: ClientByName },
  replacing: 'Secrets stay. A new client shows its secret in this one answer.',
  ...{ notFound: 'client-not-found', problems: [] },
  get: (bus, key) => bus.call(getClientByKey, { key }),
  put: (bus, request, caller) => bus.call(putClientByKey, { ...request, by: granterOf(caller) }),
};

const webhook: Kind<NewNamedWebhook, WebhookDetails> = {
  ...{ name: 'Webhooks', one: 'a webhook', path: 'api/1/terminal/webhooks', tag: 'Webhooks' },
  access: applyDecorators(ClientToken('webhooks'), UseGuards(SigningClientGuard)),
  ...{ body: NewNamedWebhook, check: tolerant, shown: WebhookDetails, answer: WebhookByName },
  replacing: 'The secret stays. A new webhook shows its secret in this one answer.',
  ...{ notFound: 'webhook-not-found', problems: ['too-many-webhooks'] },
  get: (bus, key, { client_id }) => bus.call(getWebhookByKey, { client_id, key }),
  put: (bus, request, { client_id }) =>
    bus.call(putWebhookByKey, { ...request, headers: request.headers ?? {}, client_id }),
};

export const byNameControllers = [
  byNameController(campaign),
  byNameController(coupon),
  byNameController(stack),
  byNameController(survey),
  byNameController(optin),
  byNameController(cardDefinition),
  byNameController(client),
  byNameController(webhook),
];
