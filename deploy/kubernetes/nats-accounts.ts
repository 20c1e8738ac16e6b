import type { NatsRights } from '../../libs/local-stack/src/nats/nats-users.ts';

/** The namespace of the installation, which is part of all subjects. settings.env has the same. */
export const namespace = 'ces';

export function passwordVariable(user: string): string {
  return `${user.toUpperCase()}_NATS_PASSWORD`;
}

/** The users with their rights, as values for the chart. It leaves `<< … >>` without quotes, so that NATS fills it in. */
export function accountsOf(rights: Record<string, NatsRights>): object {
  const text = JSON.stringify(rights).replaceAll('NAMESPACE', namespace);
  const users = Object.entries(JSON.parse(text) as typeof rights).map(([user, permissions]) => ({
    user,
    password: `<< $${passwordVariable(user)} >>`,
    permissions,
  }));
  return { config: { merge: { accounts: { CES: { users } } } } };
}
