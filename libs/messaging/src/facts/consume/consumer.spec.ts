import { eventually } from '@ces/testing/eventually';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { Nats } from '../../nats.js';
import { Consumer } from './consumer.js';
import { Gatherer } from './gatherer.js';

describe('a consumer of facts that come one by one', () => {
  let server: PrivateServer;
  let nats: Nats;
  let consumer: Consumer;
  const handled: string[] = [];

  beforeAll(async () => {
    server = await privateNats();
    nats = new Nats({ url: server.url, namespace: 'spec', replicas: 1, service: 'spec' });
    const gatherer = new Gatherer('spec-told-x', {
      together: false,
      remaining: (facts) => Promise.resolve(facts),
      handle: (facts) => {
        handled.push(...facts.map(({ messageId }) => messageId));
        return Promise.resolve();
      },
      bury: () => Promise.resolve(),
    });
    consumer = new Consumer(nats, { stream: 'told', subject: 'told.x', name: 'spec-told-x' }, gatherer);
    await (await nats.manager()).streams.add({ name: 'spec-told', subjects: ['spec.fact.told.>'] });
  });

  afterAll(async () => {
    await consumer.stop();
    await nats.onApplicationShutdown();
    await server.stop();
  });

  it('asks NATS for many at once', async () => {
    let requests = 0;
    const connection = await nats.connection();
    connection.subscribe('$JS.API.CONSUMER.MSG.NEXT.>', {
      callback: () => {
        requests += 1;
      },
    });
    consumer.start();
    const ids = Array.from({ length: 100 }, (_, n) => String(n));
    for (const id of ids) connection.publish('spec.fact.told.x', JSON.stringify([{ id, payload: '{}' }]));
    await eventually(() => {
      expect(handled).toEqual(ids);
    });
    // One at the start, and then one for 48 messages.
    expect(requests).toBeLessThanOrEqual(3);
  });
});
