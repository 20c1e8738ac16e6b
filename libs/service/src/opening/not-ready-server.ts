import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AppConfig } from '../config/config.js';

/** `checks` has the form of those in a running app's /readyz. */
export interface Obstacle {
  checks: Record<string, boolean>;
  reason: string;
}

/** Answers on the app's port while the app cannot start yet: the process is alive, but not ready for this reason. */
export class NotReadyServer {
  private obstacle: Obstacle = { checks: { database: false }, reason: 'the service starts' };

  private constructor(private readonly server: Server) {}

  static async open({ PORT, HOST }: Pick<AppConfig, 'PORT' | 'HOST'>): Promise<NotReadyServer> {
    const server = createServer();
    const meanwhile = new NotReadyServer(server);
    server.on('request', (request, response) => {
      meanwhile.answer(request, response);
    });
    server.listen(PORT, HOST);
    await once(server, 'listening'); // rejects on `error`
    return meanwhile;
  }

  tell(obstacle: Obstacle): void {
    this.obstacle = obstacle;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private answer({ url }: IncomingMessage, response: ServerResponse): void {
    const isAlive = url?.split('?', 1)[0] === '/livez';
    const body = isAlive ? { status: 'alive' } : { status: 'not ready', ...this.obstacle };
    const headers = { 'Content-Type': 'application/json; charset=utf-8', ...(isAlive ? {} : { 'Retry-After': '1' }) };
    response.writeHead(isAlive ? 200 : 503, headers).end(JSON.stringify(body));
  }
}
