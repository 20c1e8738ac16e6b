export const clientScopes = [
  'events:define',
  'events:write',
  'events:read',
  'users:read',
  'users:write',
  'users:delete',
  'registration',
  'segments',
  'webhooks',
  'cards:issue',
  'cards:manage',
  'rewards:manage',
  'campaigns:manage',
  'optins:manage',
  'ledger:correct',
  'dead-letters:manage',
  'clients:manage',
  'probe:report',
  'audit:read',
  'admin:read',
  'admin',
] as const;
export type ClientScope = (typeof clientScopes)[number];

export const userScopes = ['profile', 'cards', 'optins', 'rewards', 'account', 'openid', 'offline_access'] as const;
export type UserScope = (typeof userScopes)[number];

export const everyScope = [...clientScopes, ...userScopes] as const;
export type Scope = (typeof everyScope)[number];
