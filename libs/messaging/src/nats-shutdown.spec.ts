import { Nats } from './nats.js';
import { eventually } from '@ces/testing/eventually';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';

describe('the connection to NATS', () => {
  let between: Server;
  let [seen, open] = [0, 0];

  beforeAll(async () => {
    const nats = new URL(process.env['TEST_NATS_URL'] ?? '');
    between = createServer((socket) => {
      seen += 1;
      open += 1;
      const onward = connect(Number(nats.port), nats.hostname);
      socket.pipe(onward).pipe(socket);
      for (const end of [socket, onward]) end.on('error', () => undefined);
      socket.on('close', () => {
        open -= 1;
        onward.destroy();
      });
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => between.close());

  it('takes what is told while it drains and afterwards, without a throw', async () => {
    const nats = new Nats({ url: process.env['TEST_NATS_URL'] ?? '', namespace: 'spec', replicas: 1, service: 'spec' });
    const connection = await nats.connection();
    const ended = nats.onApplicationShutdown();
    const refused: string[] = [];
    for (let turn = 0; turn < 1_000 && !connection.isClosed(); turn += 1) {
      // A timer of a chore or a relay may fire at any moment of the shutdown.
      nats.tell(nats.subject('wake', 'spec'), 'x');
      try {
        connection.publish('spec.wake.spec');
      } catch (error) {
        refused.push((error as Error).name);
      }
      await setImmediate();
    }
    await ended;
    nats.tell(nats.subject('wake', 'spec'));
    expect(refused).toContain('DrainingConnectionError');
  });

  it('closes as soon as it is made when the service has ended meanwhile', async () => {
    const url = `nats://127.0.0.1:${(between.address() as AddressInfo).port}`;
    const nats = new Nats({ url, namespace: 'spec', replicas: 1, service: 'spec' });
    nats.onModuleInit();
    await nats.onApplicationShutdown();
    await eventually(() => {
      expect({ seen, open }).toEqual({ seen: 1, open: 0 });
    });
    expect(nats.connected).toBe(false);
  });
});
