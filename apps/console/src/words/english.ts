import { builder } from './en/builder.js';
import { campaigns } from './en/campaigns.js';
import { common } from './en/common.js';
import { customers } from './en/customers.js';
import { home } from './en/home.js';
import { shell } from './en/shell.js';

export const english = { builder, campaigns, common, customers, home, shell };

/** Each language has the same words, which the compiler checks. */
export type Words = typeof english;
