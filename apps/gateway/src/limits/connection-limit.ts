import { networkOf } from '@ces/service/http/network-of';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { IsProxy } from '../http/routing/proxy-networks.js';

/**
 * Limits the open connections per remote address (IPv6: per /64) and closes each further one at once; 0 means no limit. It
 * does not count connections of a trusted proxy, because they belong to many callers.
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
