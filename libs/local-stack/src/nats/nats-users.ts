// Who may do what over NATS: deploy/nats/permissions.json, filled in for one installation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As nats-server reads it. */
export interface NatsRights {
  publish: { allow: string[] };
  subscribe: { allow: string[] };
  allow_responses?: { max: number; expires: string };
}

export interface NatsUser {
  user: string;
  password: string;
  /** Without them the user may do everything. */
  permissions?: NatsRights;
}

/** May do everything; for the tools and tests of this machine. Installations elsewhere have no such user. */
export const OPERATOR = 'operator';

const file = join(import.meta.dirname, '../../../../deploy/nats/permissions.json');

/** One user for each service, and the operator. */
export function natsUsers(namespace: string, passwordOf: (user: string) => string): NatsUser[] {
  const text = readFileSync(file, 'utf8').replaceAll('NAMESPACE', namespace);
  const services = Object.entries(JSON.parse(text) as Record<string, NatsRights>);
  return [
    ...services.map(([user, permissions]) => ({ user, password: passwordOf(user), permissions })),
    { user: OPERATOR, password: passwordOf(OPERATOR) },
  ];
}
