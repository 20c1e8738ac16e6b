import { builder } from './en/builder.js';
import { campaigns } from './en/campaigns.js';
import { common } from './en/common.js';
import { customers } from './en/customers.js';
import { events } from './en/events.js';
import { home } from './en/home.js';
import { operations } from './en/operations.js';
import { portal } from './en/portal.js';
import { rewards } from './en/rewards.js';
import type { security } from './en/security.js';
import { segments } from './en/segments.js';
import type { settings } from './en/settings.js';
import { shell } from './en/shell.js';
import { webhooks } from './en/webhooks.js';

export const english = {
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

/** Each language has the same words, which the compiler checks. */
export type FirstWords = typeof english;

/** The settings have the most words, and few people open them: their words come with their screens. */
export type Words = FirstWords & { settings: typeof settings; security: typeof security };
