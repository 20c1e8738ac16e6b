import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import type { JetStreamManager } from '@nats-io/jetstream';
import { Nats } from '../../nats.js';
import { ensureConsumer } from '../streams.js';
import { firstUnread } from './read-messages.js';

describe('firstUnread', () => {
  let server: PrivateServer;
  let nats: Nats;
  let manager: JetStreamManager;

  beforeAll(async () => {
    server = await privateNats();
    nats = new Nats({ url: server.url, namespace: 'spec', replicas: 1, service: 'spec' });
    manager = await nats.manager();
    await manager.streams.add({ name: 'spec', subjects: ['a.>'] });
    const jetstream = await nats.jetstream();
    for (const subject of ['a.often', 'a.often', 'a.seldom', 'a.often']) await jetstream.publish(subject);
  });

  afterAll(async () => {
    await nats.onApplicationShutdown();
    await server.stop();
  });

  const find = async () => firstUnread(manager, await manager.streams.info('spec'));
  const handleNext = async (name: string) => {
    const consumer = await (await nats.jetstream()).consumers.get('spec', name);
    await (await consumer.next())?.ackAck();
  };

  it('knows nothing of a stream that nobody reads', async () => {
    expect(await find()).toBeUndefined();
  });

  it('is the first message of those that some consumer has not handled', async () => {
    await ensureConsumer(manager, 'spec', 'often', 'a.often');
    expect(await find()).toBe(1);
    await handleNext('often');
    await handleNext('often');
    expect(await find()).toBe(4);
    await ensureConsumer(manager, 'spec', 'seldom', 'a.seldom');
    expect(await find()).toBe(3);
  });

  it('does not stop at a consumer that nothing waits for', async () => {
    await ensureConsumer(manager, 'spec', 'never', 'a.never');
    await handleNext('often');
    await handleNext('seldom');
    expect(await find()).toBe(5);
  });

  it('knows nothing while NATS leaves a consumer out of its list', async () => {
    const info = await manager.streams.info('spec');
    info.state.consumer_count += 1;
    expect(await firstUnread(manager, info)).toBeUndefined();
  });
});
