import type { FirstWords } from './english.js';
import { builder } from './nl/builder.js';
import { campaigns } from './nl/campaigns.js';
import { common } from './nl/common.js';
import { customers } from './nl/customers.js';
import { events } from './nl/events.js';
import { home } from './nl/home.js';
import { operations } from './nl/operations.js';
import { portal } from './nl/portal.js';
import { rewards } from './nl/rewards.js';
import { segments } from './nl/segments.js';
import { shell } from './nl/shell.js';
import { webhooks } from './nl/webhooks.js';

export const dutch: FirstWords = {
  builder,
  campaigns,
  common,
  customers,
  events,
  home,
  operations,
  portal,
  rewards,
  segments,
  shell,
  webhooks,
};
