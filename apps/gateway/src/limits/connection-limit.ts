import { networkOf } from '@ces/service/http/network-of';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { IsProxy } from '../http/routing/proxy-networks.js';

/**
 * At most so many open connections per remote address (IPv6: per /64); one more is closed at once. 0 is no limit. The
 * connections of a trusted proxy are not counted, because they belong to many callers.
 */
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
