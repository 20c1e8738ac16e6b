import { eventually } from '@ces/testing/eventually';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Receiver } from '../../test/receiver.js';
import { numbered, WebhookWorld } from '../../test/webhook-world.js';

describe('hostile receivers', () => {
  let world: WebhookWorld;
  let canary: Server;
  let connections = 0;
  let canaryPort: number;
  const servers: (Server | TcpServer)[] = [];

  beforeAll(async () => {
    // The service may reach this address only; the canary listens on another.
    world = await WebhookWorld.start({ WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32', WEBHOOK_TIMEOUT_SECONDS: '2' });
    canary = createServer((_, response) => response.writeHead(200).end());
    canary.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.2', resolve));
    canaryPort = (canary.address() as AddressInfo).port;
    servers.push(canary);
  });

  afterAll(async () => {
    await world.stop();
    for (const server of servers) {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    }
  });

  const serve = async (server: Server | TcpServer): Promise<string> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const failure = (id: string) =>
    eventually(async () => {
      const [attempt] = await world.attempts(id);
      if (!attempt) throw new Error('not tried yet');
      return attempt;
    });

  it.each([
    '127.0.0.2',
    '127.2',
    '2130706434',
    '0x7f000002',
    '0177.0.0.2',
    '0x7f.0.0.2',
    '[::ffff:127.0.0.2]',
    '[::ffff:7f00:2]',
    '[64:ff9b::7f00:2]',
    '[::1]',
    '[::]',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[fc00::1]',
    '[ff02::1]',
    '[2002:7f00:2::]',
    '１２７.0.0.2',
    '127。0。0。2',
  ])('row 33 refuses http://%s', async (host) => {
    const url = `http://${host}:${canaryPort}/`;
    await expect(world.register('', { url })).rejects.toMatchObject({ code: 'validation-failed', status: 400 });
    expect(connections).toBe(0);
  });

  it('the address is checked again at each connection', async () => {
    const { id } = await world.register('/moved');
    // Stands for a registered name that leads to another address now.
    await world.sql('UPDATE webhook SET url = $2 WHERE id = $1', [id, `http://127.0.0.2:${canaryPort}/`]);
    await world.transactions(['c1']);
    expect(await failure(id)).toMatchObject({ outcome: 'failed', error: 'address-forbidden', answer: null });
    expect(connections).toBe(0);
    await world.remove(id);
  });

  it('a redirect is a failure and is not followed', async () => {
    const { id } = await world.register('/redirect');
    world.receiver.answer(307, { Location: `http://127.0.0.2:${canaryPort}/` });
    await world.transactions(['c2']);
    expect(await failure(id)).toMatchObject({ outcome: 'failed', answer: { status: 307 } });
    expect(connections).toBe(0);
    await world.remove(id);
    world.receiver.answer(204);
  });

  it('a receiver that never answers, drips, sends without end or compresses a bomb delays no other receiver', async () => {
    const deaf = await serve(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
      }),
    );
    const drip = await serve(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
        const timer = setInterval(() => socket.write('x'), 100);
        socket.on('close', () => {
          clearInterval(timer);
        });
      }),
    );
    const flood = await serve(
      createServer((_, response) => {
        response.writeHead(200);
        const pour = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue;
        };
        response.on('drain', pour);
        pour();
      }),
    );
    const packed = gzipSync(Buffer.alloc(10_000_000));
    const bomb = await serve(
      createServer((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)),
    );
    const ids: Record<string, string> = {};
    for (const [name, url] of Object.entries({ deaf, drip, flood, bomb })) {
      ids[name] = (await world.register('', { url })).id;
    }
    const good = await world.register('/good');
    const before = process.memoryUsage().rss;
    await world.transactions(['h1']);
    await world.arrived('/good', ['h1']);
    expect(await failure(ids['deaf'] ?? '')).toMatchObject({ outcome: 'failed', error: 'timeout' });
    expect(await failure(ids['drip'] ?? '')).toMatchObject({ outcome: 'failed', error: 'timeout' });
    expect(await failure(ids['flood'] ?? '')).toMatchObject({ outcome: 'delivered', answer: { status: 200 } });
    const unpacked = await failure(ids['bomb'] ?? '');
    expect(unpacked).toMatchObject({ outcome: 'delivered', answer: { status: 200 } });
    expect(unpacked.answer?.body.length).toBeLessThanOrEqual(1_024);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    for (const id of [good.id, ...Object.values(ids)]) await world.remove(id);
  });

  it('the canary can be reached, so the tests above prove something', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(canaryPort, '127.0.0.2', () => {
        socket.end();
        resolve();
      });
    });
    await eventually(() => {
      expect(connections).toBe(1);
    });
  });
});

describe('more receivers that never answer than there are requests under way', () => {
  let world: WebhookWorld;
  let hold: ReturnType<Receiver['hold']>;

  beforeAll(async () => {
    world = await WebhookWorld.start({ WEBHOOK_CONCURRENCY: '16', WEBHOOK_TIMEOUT_SECONDS: '60' });
  });

  afterEach(() => {
    hold.letGo();
  });

  afterAll(() => world.stop());

  it('take the places of new and slow receivers only; fast receivers get theirs meanwhile', async () => {
    await world.register('/good');
    await world.transactions(['proof']);
    await world.arrived('/good', ['proof']);
    await world.registerMany(numbered('/hung-slow', 20));
    await world.sql('UPDATE delivery SET last_ms = 15000 FROM webhook w WHERE w.id = webhook_id AND w.url ~ $1', [
      'hung',
    ]);
    await world.registerMany(numbered('/hung-new', 20));
    hold = world.receiver.hold('/hung');
    await world.transactions(['h1']);
    await world.arrived('/good', ['proof', 'h1']);
    const halfOfEach = ['/hung-new', '/hung-new', '/hung-slow', '/hung-slow'];
    await eventually(() => {
      expect(hold.paths.map((path) => path.replace(/-\d+$/, '')).sort()).toEqual(halfOfEach);
    });
    await world.transactions(['h2', 'h3']);
    await world.arrived('/good', ['proof', 'h1', 'h2', 'h3']);
    expect(hold.paths).toHaveLength(halfOfEach.length);
  });
});
