import type { Words } from './english.js';
import { builder } from './nl/builder.js';
import { campaigns } from './nl/campaigns.js';
import { common } from './nl/common.js';
import { customers } from './nl/customers.js';
import { home } from './nl/home.js';
import { shell } from './nl/shell.js';

export const dutch: Words = { builder, campaigns, common, customers, home, shell };
