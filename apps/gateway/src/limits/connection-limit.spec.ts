import { eventually } from '@ces/testing/eventually';
import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { BlockList, connect, type Socket } from 'node:net';
import { limitConnections } from './connection-limit.js';
import type { IsProxy } from '../http/routing/proxy-networks.js';

describe('the limit of connections', () => {
  let fastify: FastifyInstance;
  let port: number;
  const sockets: Socket[] = [];

  const listen = async (most: number, isProxy: IsProxy = () => false) => {
    fastify = Fastify();
    limitConnections(fastify, most, isProxy);
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    port = (fastify.server.address() as { port: number }).port;
  };
  const open = async (count: number): Promise<Socket[]> => {
    const some = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    sockets.push(...some);
    await Promise.all(some.map((socket) => once(socket, 'connect')));
    return some;
  };
  const closedBy = (some: Socket[], count: number) =>
    eventually(() => {
      expect(some.filter((socket) => socket.closed).length).toBe(count);
    });
  /** Tells whether the connection is served. The server closes one over the limit a little after it opens. */
  const answers = async (socket: Socket): Promise<boolean> => {
    if (socket.closed) return false;
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return new Promise((resolve) => {
      socket.once('data', () => {
        resolve(true);
      });
      socket.once('close', () => {
        resolve(false);
      });
    });
  };

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await fastify.close();
  });

  it('closes further connections of one address; a connection that ends makes room', async () => {
    await listen(5);
    const first = await open(5);
    const more = await open(3);
    await closedBy(more, 3);
    expect(await Promise.all(first.map(answers))).toEqual([true, true, true, true, true]);
    first[0]?.destroy();
    await eventually(async () => {
      const [again] = await open(1);
      expect(again && (await answers(again))).toBe(true);
    });
  });

  it('does not count connections of a trusted proxy', async () => {
    const proxies = new BlockList();
    proxies.addSubnet('127.0.0.0', 8);
    await listen(2, (address) => proxies.check(address));
    expect(await Promise.all((await open(6)).map(answers))).toEqual(Array.from({ length: 6 }, () => true));
  });

  it('counts IPv6 by /64', async () => {
    await listen(2);
    const callers = ['2001:db8:7:8::1', '2001:db8:7:8::2', '2001:db8:7:8:9::3', '2001:db8:7:9::1'];
    // This machine has no such addresses.
    fastify.server.prependListener('connection', (socket: Socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: callers.shift() });
    });
    const answered: boolean[] = [];
    for (const socket of [await open(1), await open(1), await open(1), await open(1)].flat())
      answered.push(await answers(socket));
    expect(answered).toEqual([true, true, false, true]);
  });

  it('is off at 0', async () => {
    await listen(0);
    expect(await Promise.all((await open(6)).map(answers))).toEqual(Array.from({ length: 6 }, () => true));
  });
});
