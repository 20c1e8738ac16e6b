// Users of NATS with the rights of deploy/nats/permissions.json, for one namespace.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NatsRights {
  publish: { allow: string[] };
  subscribe: { allow: string[] };
  allow_responses?: { max: number; expires: string };
}

export interface NatsUser {
  user: string;
  password: string;
  /** A user without permissions may do everything. */
  permissions?: NatsRights;
}

/** This user may do everything. It serves tools and tests on this machine; other installations do not have it. */
export const OPERATOR = 'operator';

const file = join(import.meta.dirname, '../../../../deploy/nats/permissions.json');

export function natsUsers(namespace: string, passwordOf: (user: string) => string): NatsUser[] {
  const text = readFileSync(file, 'utf8').replaceAll('NAMESPACE', namespace);
  const services = Object.entries(JSON.parse(text) as Record<string, NatsRights>);
  return [
    ...services.map(([user, permissions]) => ({ user, password: passwordOf(user), permissions })),
    { user: OPERATOR, password: passwordOf(OPERATOR) },
  ];
}
