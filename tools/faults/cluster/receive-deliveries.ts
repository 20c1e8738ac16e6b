import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Delivery, History } from './history.ts';

interface Sent {
  events: { name: string; data: { id: string; user_id?: string; userId?: string; value?: number } }[];
}

/** Answers every delivery with a success. The path of a request names its webhook. */
export class Receiver {
  private readonly server: Server;

  private constructor(history: History) {
    this.server = createServer((request, response) => {
      void readDelivery(request).then(
        (delivery) => {
          history.add(delivery);
          response.end();
        },
        () => response.destroy(),
      );
    });
  }

  static async start(history: History): Promise<Receiver> {
    const receiver = new Receiver(history);
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

async function readDelivery(request: IncomingMessage): Promise<Delivery> {
  const body = await buffer(request);
  const { events } = JSON.parse(body.toString()) as Sent;
  return {
    kind: 'delivery',
    webhook: request.url ?? '',
    batch: String(request.headers['webhook-id']),
    hash: createHash('sha256').update(body).digest('hex'),
    at: Date.now(),
    facts: events.map(({ name, data: { id, user_id, userId, value } }) => {
      return { name, id, user: user_id ?? userId ?? '', ...(value === undefined ? {} : { value }) };
    }),
  };
}
