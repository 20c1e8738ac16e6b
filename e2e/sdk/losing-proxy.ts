import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A gateway that dies between request and answer, as its caller sees it: the service has done what it was asked, and the
 * connection is cut before a byte of the answer comes.
 */
export class LosingProxy {
  /** This many of the next answers to calls of the API get lost. */
  losing = 0;
  /** The answers that were lost. */
  lost = 0;
  /** After this many changes it holds back every answer to a change. */
  hangsAfter = Infinity;
  private readonly hung = Promise.withResolvers<undefined>();
  private readonly server = createServer((asked, answer) => {
    this.pass(asked, answer);
  });

  private constructor(private readonly target: string) {}

  static async before(target: string): Promise<LosingProxy> {
    const proxy = new LosingProxy(target);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when a change is made whose answer is held back. */
  hanging(): Promise<undefined> {
    return this.hung.promise;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, headers, url = '/' } = asked;
    const passed = request(`${this.target}${url}`, { method, headers }, (got) => {
      if (this.losing > 0 && url.startsWith('/api/')) {
        this.losing -= 1;
        this.lost += 1;
        got.resume().on('end', () => asked.socket.destroy());
        return;
      }
      if (method === 'PUT' && !url.includes('dry_run') && (this.hangsAfter -= 1) < 0) {
        got.resume().on('end', () => {
          this.hung.resolve(undefined);
        });
        return;
      }
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => asked.socket.destroy());
    asked.pipe(passed);
  }
}
