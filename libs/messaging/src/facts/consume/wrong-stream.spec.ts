import { catchLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import { Nats } from '../../nats.js';
import { newId } from '../../storage/ids.js';
import { Consumer } from './consumer.js';
import { Gatherer } from './gatherer.js';
import { covers } from '../streams.js';

describe('covers', () => {
  it.each([
    ['a.b', 'a.b', true],
    ['a.*', 'a.b', true],
    ['a.>', 'a.b.c', true],
    ['>', 'a', true],
    ['a.>', 'b.c', false],
    ['a.>', 'a', false],
    ['a.*', 'a.b.c', false],
    ['a.b', 'a', false],
  ])('of %s and %s is %s', (pattern, subject, expected) => {
    expect(covers(pattern, subject)).toBe(expected);
  });
});

describe('a consumer', () => {
  let server: PrivateServer;
  let nats: Nats;
  let consumer: Consumer;
  let handled = 0;

  beforeAll(async () => {
    server = await privateNats();
    nats = new Nats({ url: server.url, namespace: 'spec', replicas: 1, service: 'spec' });
    const handling = {
      together: false,
      remaining: () => Promise.resolve([]),
      handle: () => {
        handled += 1;
        return Promise.resolve();
      },
      bury: () => Promise.resolve(),
    };
    const source = { stream: 'told', subject: 'told.x', name: 'spec-told-x' };
    consumer = new Consumer(nats, source, new Gatherer('spec-told-x', handling));
  });

  afterAll(async () => {
    Logger.overrideLogger(false);
    await consumer.stop();
    await nats.onApplicationShutdown();
    await server.stop();
  });

  const reading = async () => {
    const { values } = (await register.getSingleMetric('ces_consumer_reading')?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['consumer'] === 'spec-told-x')?.value;
  };

  it('reads nothing of a stream without its subject and says so once, until the stream has it', async () => {
    const logs = catchLogs();
    const manager = await nats.manager();
    await manager.streams.add({ name: 'spec-told', subjects: ['other.fact.told.>'] });
    consumer.start();
    await eventually(() => {
      expect(logs.errors.map(([line]) => line)).toEqual([
        expect.stringMatching(/^stream spec-told has the subjects other.fact.told.>, and not spec.fact.told.x/),
      ]);
    });
    expect(await reading()).toBe(0);
    await manager.streams.update('spec-told', { subjects: ['spec.fact.told.>'] });
    await eventually(async () => {
      expect(await reading()).toBe(1);
    });
    expect(logs.errors).toHaveLength(1);
  });

  it('goes on soon after a restart of NATS', async () => {
    const fact = JSON.stringify([{ id: newId(), payload: '{}' }]);
    await server.kill();
    await server.start();
    await eventually(async () => (await nats.jetstream()).publish('spec.fact.told.x', fact));
    await eventually(() => {
      expect(handled).toBeGreaterThan(0);
    }, 10_000);
  });
});
