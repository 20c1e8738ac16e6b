import { createClient } from '@ces/contracts/identity/clients';
import { userErased } from '@ces/contracts/identity/erasure';
import { webhookDisabled } from '@ces/contracts/webhooks/webhooks';
import { Bus } from '@ces/messaging/calls/bus';
import { Nats } from '@ces/messaging/nats';
import { catchLogs, type CaughtLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from 'nats';
import { Logger } from '@nestjs/common';

describe('the credentials of the webhooks service', () => {
  let platform: Platform;
  let webhooks: Nats;
  let connection: NatsConnection;
  let logs: CaughtLogs;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'webhooks');
    platform.messaging.expectViolations();
    logs = catchLogs();
    webhooks = platform.messaging.as('webhooks');
    connection = await webhooks.connection();
  });

  afterAll(async () => {
    Logger.overrideLogger(false);
    await webhooks.onApplicationShutdown();
    await platform.stop();
  });

  const refused = (operation: 'Publish' | 'Subscription', subject: string) =>
    `Permissions Violation for ${operation} to "${subject}"`;
  const refusalOf = (subject: string) =>
    new Promise<string>((resolve, reject) => {
      const heard = () => {
        reject(new Error(`it may listen to ${subject}`));
      };
      const subscription = connection.subscribe(subject, {
        callback: (error) => {
          if (error) resolve(error.message);
          else heard();
        },
      });
      // The flush returns after NATS has answered all that was sent before it.
      connection.flush().then(() => {
        setImmediate(() => {
          if (!subscription.isClosed()) heard();
        });
      }, reject);
    });
  const streamStates = async () => {
    const manager = await platform.messaging.nats.manager();
    const names = ['identity', 'events', 'event-log'].map((service) => webhooks.streamOf(service));
    return Promise.all(names.map(async (name) => (await manager.streams.info(name)).state.last_seq));
  };

  it('are asked for: an anonymous connection is refused', async () => {
    const { url } = platform.messaging.server;
    await expect(connect({ servers: url, reconnect: false })).rejects.toThrow('Authorization Violation');
    const wrong = { user: 'webhooks', pass: 'wrong' };
    await expect(connect({ servers: url, reconnect: false, ...wrong })).rejects.toThrow('Authorization Violation');
  });

  it('do not make a client: the call fails at once, and a line names the subject', async () => {
    const bus = new Bus(webhooks);
    const subject = webhooks.subject('rpc', createClient.subject);
    const made = bus.call(createClient, { name: 'Intruder', scopes: ['admin'] }, { timeout: 600_000 });
    await expect(made).rejects.toMatchObject({ code: 'service-unavailable', status: 503 });
    await eventually(() => {
      expect(logs.errors.map(([line]) => line)).toContain(`NATS does not let webhooks publish to ${subject}`);
    });
    const clients = (await platform.api.get('/api/1/admin/clients')).text;
    expect(clients).not.toContain('Intruder');
    // The note of this read comes a moment later, and the specs below compare what streams hold.
    await eventually(async () => {
      expect(await streamStates()).toEqual([1, 0, 0]);
    });
  });

  it.each([
    'rpc.>',
    'rpc.identity.>',
    'rpc.identity.credentials.register',
    '>',
    'inbox.>',
    'inbox.identity.>',
    'fact.>',
  ])('do not hear %s', async (subject) => {
    const whole = subject === '>' ? subject : `${platform.messaging.namespace}.${subject}`;
    expect(await refusalOf(whole)).toBe(refused('Subscription', whole));
  });

  it('do not hear the answers to identity, nor those to a client of nats.js without a prefix', async () => {
    const inbox = platform.services.identity.get(Nats).inbox;
    expect(await refusalOf(`${inbox}.*`)).toBe(refused('Subscription', `${inbox}.*`));
    expect(await refusalOf('_INBOX.>')).toBe(refused('Subscription', '_INBOX.>'));
  });

  it('neither purge nor change the streams of others, and delete none, not even their own', async () => {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const before = await streamStates();
    for (const service of ['identity', 'event-log', 'webhooks']) {
      const name = webhooks.streamOf(service);
      await expect(manager.streams.delete(name)).rejects.toThrow(refused('Publish', `$JS.API.STREAM.DELETE.${name}`));
      if (service === 'webhooks') continue;
      await expect(manager.streams.purge(name)).rejects.toThrow(refused('Publish', `$JS.API.STREAM.PURGE.${name}`));
    }
    const name = webhooks.streamOf('identity');
    for (const change of [
      manager.streams.update(name, { max_age: 1_000_000_000 }),
      manager.streams.add({ name, subjects: [`${platform.messaging.namespace}.fact.identity.>`] }),
      manager.streams.deleteMessage(name, 1),
      manager.streams.getMessage(name, { seq: 1 }),
      manager.consumers.delete(name, 'segments-identity-user-erased'),
      manager.consumers.add(name, { durable_name: 'spy', filter_subject: '>' }),
    ])
      await expect(change).rejects.toThrow('Permissions Violation');
    expect(await streamStates()).toEqual(before);
  });

  it('do not publish the facts of others', async () => {
    const before = await streamStates();
    const subject = webhooks.subject('fact', userErased.subject);
    const js = await webhooks.jetstream();
    const fact = JSON.stringify([{ id: 'x', payload: '{}' }]);
    await expect(js.publish(subject, fact)).rejects.toThrow(refused('Publish', subject));
    expect(await streamStates()).toEqual(before);
    // Facts of their own are allowed.
    expect(await js.publish(webhooks.subject('fact', webhookDisabled.subject), '[]')).toMatchObject({ seq: 1 });
  });

  it('do not send an answer to a caller who asked another service', async () => {
    const answered: string[] = [];
    const open = await platform.messaging.nats.connection();
    const inbox = platform.gateways[0]?.get(Nats).inbox ?? '';
    const spy = open.subscribe(`${inbox}.guess`, { callback: (_, message) => void answered.push(message.string()) });
    await open.flush();
    connection.publish(`${inbox}.guess`, 'forged');
    await connection.flush();
    await open.flush();
    expect(answered).toEqual([]);
    spy.unsubscribe();
  });
});
