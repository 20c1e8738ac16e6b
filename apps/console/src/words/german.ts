import { builder } from './de/builder.js';
import { campaigns } from './de/campaigns.js';
import { common } from './de/common.js';
import { customers } from './de/customers.js';
import { events } from './de/events.js';
import { home } from './de/home.js';
import { operations } from './de/operations.js';
import { portal } from './de/portal.js';
import { rewards } from './de/rewards.js';
import { segments } from './de/segments.js';
import { shell } from './de/shell.js';
import { webhooks } from './de/webhooks.js';
import type { FirstWords } from './english.js';

export const german: FirstWords = {
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
