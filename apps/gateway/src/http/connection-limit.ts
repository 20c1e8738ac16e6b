import type { FastifyInstance } from 'fastify';
import { isIPv6, type Socket } from 'node:net';

/** Whether a remote address is a trusted proxy, whose connections belong to many callers. */
export type IsProxy = (address: string) => boolean;

/** At most so many open connections per remote address (IPv6: per /64); one more is closed at once. 0 is no limit. */
export function limitConnections(fastify: FastifyInstance, most: number, isProxy: IsProxy): void {
  if (most === 0) return;
  const open = new Map<string, number>();
  fastify.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** `::ffff:192.0.2.1` is 192.0.2.1; one who holds an IPv6 address holds all of its /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
