import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import type { NatsConnection } from 'nats';
import { Nats } from '../../nats.js';
import type { FactMessage } from './fact-message.js';
import { OrderedPublisher } from './publish-in-order.js';

describe('a publisher of facts', () => {
  let server: PrivateServer;
  let nats: Nats;
  let connection: NatsConnection;
  let publisher: OrderedPublisher;
  const subscribed: string[] = [];

  const message = (id: string): FactMessage => ({ subject: 'told.x', body: '[]', ids: [id] });

  beforeAll(async () => {
    server = await privateNats();
    nats = new Nats({ url: server.url, namespace: 'spec', replicas: 1, service: 'spec' });
    connection = await nats.connection();
    await (await nats.manager()).streams.add({ name: 'spec-told', subjects: ['spec.fact.told.>'] });
    publisher = new OrderedPublisher(nats);
    const subscribe = connection.subscribe.bind(connection);
    connection.subscribe = (subject, options) => {
      subscribed.push(subject);
      return subscribe(subject, options);
    };
  });

  afterAll(async () => {
    await nats.onApplicationShutdown();
    await server.stop();
  });

  it('subscribes once for the acknowledgements of all publications', async () => {
    const [first, second, third] = [message('a'), message('b'), message('c')];
    expect(await publisher.publish([first], 0)).toEqual({ stored: [first], lastSequence: 1 });
    expect(await publisher.publish([second, third], 1)).toEqual({ stored: [second, third], lastSequence: 3 });
    expect(subscribed).toHaveLength(1);
  });

  it('tells which messages are stored when NATS refuses one', async () => {
    const { stored, lastSequence, refusal } = await publisher.publish([message('d')], 7);
    expect({ stored, lastSequence }).toEqual({ stored: [], lastSequence: 7 });
    expect(refusal).toContain('wrong last sequence');
  });

  it('passes over an acknowledgement of an earlier publication that comes late', async () => {
    const [inbox = ''] = subscribed;
    connection.publish(inbox.replace('*', '1'), JSON.stringify({ seq: 99 }));
    const late = message('e');
    expect(await publisher.publish([late], 3)).toEqual({ stored: [late], lastSequence: 4 });
  });

  it('publishes the next messages after some that our connection refused', async () => {
    const tooLarge = { ...message('f'), body: 'x'.repeat(10_000_000) };
    await expect(publisher.publish([tooLarge], 4)).rejects.toThrow();
    const next = message('g');
    expect(await publisher.publish([next], 4)).toEqual({ stored: [next], lastSequence: 5 });
  });
});
