import { catchLogs } from '../catch-logs.js';
import { GuardedNats } from './guarded-nats.js';
import { Logger } from '@nestjs/common';

describe('GuardedNats', () => {
  let guarded: GuardedNats;

  beforeEach(async () => {
    catchLogs(); // the connection reports a refusal as well
    guarded = await GuardedNats.start();
  });

  afterEach(() => {
    Logger.overrideLogger(false);
  });

  const publish = async (subject: string): Promise<void> => {
    const cards = guarded.as('cards');
    const connection = await cards.connection();
    connection.publish(subject);
    await connection.flush();
    await cards.onApplicationShutdown();
  };

  it('fails at its stop when a service used a subject without a right', async () => {
    const subject = guarded.nats.subject('rpc', 'identity.clients.create');
    await publish(subject);
    await expect(guarded.stop()).rejects.toThrow(`user:cards" - Publish Violation - Subject "${subject}"`);
  });

  it('stops quietly when a spec expects violations', async () => {
    guarded.expectViolations();
    await publish(guarded.nats.subject('rpc', 'identity.clients.create'));
    await expect(guarded.stop()).resolves.toBeUndefined();
  });

  it('stops quietly when each service used its own subjects', async () => {
    await publish(`${guarded.nats.settings.namespace}.lease.cards.chores`);
    await expect(guarded.stop()).resolves.toBeUndefined();
  });
});
