import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Told {
  name: string;
  data: object;
}

/** The receiver of a webhook. It answers every delivery with a success. */
export class Listener {
  private readonly told: Told[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      void json(request).then(
        (body) => {
          this.told.push(...(body as { events: Told[] }).events);
          response.end();
        },
        () => response.destroy(),
      );
    });
  }

  static async start(): Promise<Listener> {
    const listener = new Listener();
    listener.server.listen(0, '127.0.0.1');
    await once(listener.server, 'listening');
    return listener;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Whether an event of this name had all these texts among its values. */
  hasHeard(event: string, texts: readonly string[]): boolean {
    return this.told.some(
      ({ name, data }) => name === event && texts.every((text) => JSON.stringify(data).includes(text)),
    );
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
