import type { Schema } from '../../api/routes.js';

export type Scope = Schema<'Client'>['scopes'][number];

const named: Record<Scope, true> = {
  'events:define': true,
  'events:write': true,
  'events:read': true,
  'users:read': true,
  'users:write': true,
  'users:delete': true,
  registration: true,
  segments: true,
  webhooks: true,
  'cards:issue': true,
  'cards:manage': true,
  'rewards:manage': true,
  'campaigns:manage': true,
  'optins:manage': true,
  'ledger:correct': true,
  'dead-letters:manage': true,
  'clients:manage': true,
  'probe:report': true,
  'audit:read': true,
  'admin:read': true,
  admin: true,
  profile: true,
  cards: true,
  optins: true,
  rewards: true,
  account: true,
  openid: true,
  offline_access: true,
};

/** Every scope that a client may have. The record makes the compiler name a missing one. */
export const everyScope = Object.keys(named) as Scope[];
