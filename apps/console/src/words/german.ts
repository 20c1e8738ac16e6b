import { builder } from './de/builder.js';
import { campaigns } from './de/campaigns.js';
import { common } from './de/common.js';
import { customers } from './de/customers.js';
import { events } from './de/events.js';
import { home } from './de/home.js';
import { rewards } from './de/rewards.js';
import { segments } from './de/segments.js';
import { shell } from './de/shell.js';
import { webhooks } from './de/webhooks.js';
import type { Words } from './english.js';

export const german: Words = {
  builder,
  campaigns,
  common,
  customers,
  events,
  home,
  rewards,
  segments,
  shell,
  webhooks,
};
