import { builder } from './de/builder.js';
import { campaigns } from './de/campaigns.js';
import { common } from './de/common.js';
import { customers } from './de/customers.js';
import { home } from './de/home.js';
import { shell } from './de/shell.js';
import type { Words } from './english.js';

export const german: Words = { builder, campaigns, common, customers, home, shell };
