import { Nats } from './nats.js';
import { eventually } from '@ces/testing/eventually';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

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
