import { clientScopes, type ClientScope } from '../tokens/scopes.js';

export const operatorRoles = ['owner', 'marketer', 'support', 'developer', 'auditor'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The scopes of each role. Tokens of operators hold these and no others. */
export const scopesOfRole: Record<OperatorRole, readonly ClientScope[]> = {
  owner: clientScopes,
  marketer: ['campaigns:manage', 'rewards:manage', 'optins:manage', 'segments', 'events:read'],
  support: ['users:read', 'users:write', 'users:delete', 'cards:issue', 'ledger:correct'],
  developer: [
    ...(['events:define', 'events:write', 'events:read', 'webhooks'] as const),
    ...(['clients:manage', 'dead-letters:manage'] as const),
  ],
  auditor: ['audit:read', 'users:read', 'events:read', 'admin:read'],
};

/** Ids of operators begin so, and no id of a user or client does. */
export function isOperatorId(id: string): boolean {
  return id.startsWith('op_');
}
