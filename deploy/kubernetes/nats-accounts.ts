import type { NatsRights } from '../../libs/local-stack/src/nats/nats-users.ts';

/** The namespace of the installation, which is part of all subjects. settings.env has the same. */
export const namespace = 'ces';

/** The user of the pod nats-box, for people on call. */
export const watcher = 'watcher';

/** It sees streams and consumers, and their counts. It reads no message and changes nothing. */
const rightsOfWatcher: NatsRights = {
  publish: {
    allow: [
      '$JS.API.INFO',
      '$JS.API.STREAM.LIST',
      '$JS.API.STREAM.NAMES',
      '$JS.API.STREAM.INFO.*',
      '$JS.API.CONSUMER.LIST.*',
      '$JS.API.CONSUMER.NAMES.*',
      '$JS.API.CONSUMER.INFO.*.*',
    ],
  },
  subscribe: { allow: [`NAMESPACE.inbox.${watcher}.>`] },
};

export function passwordVariable(user: string): string {
  return `${user.toUpperCase()}_NATS_PASSWORD`;
}

/** The users with their rights, as values for the chart. It leaves `<< … >>` without quotes, so that NATS fills it in. */
export function accountsOf(rights: Record<string, NatsRights>): object {
  const text = JSON.stringify({ ...rights, [watcher]: rightsOfWatcher }).replaceAll('NAMESPACE', namespace);
  const users = Object.entries(JSON.parse(text) as typeof rights).map(([user, permissions]) => ({
    user,
    password: `<< $${passwordVariable(user)} >>`,
    permissions,
  }));
  return { config: { merge: { accounts: { CES: { users } } } } };
}
