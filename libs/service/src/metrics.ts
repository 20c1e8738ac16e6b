import type { OnApplicationShutdown } from '@nestjs/common';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics, register } from 'prom-client';
import { showBuild } from './build-info.js';
import type { AppConfig } from './config/config.js';
import './database/sessions/count-sessions.js';

// A timer measures the lag of the event loop. At its default of 10 ms, it was most of the load of an idle process.
collectDefaultMetrics({ eventLoopMonitoringPrecision: 100 });

/**
 * Serves /metrics to Prometheus on a port of its own, because callers must not see load and failures. Without
 * METRICS_PORT it serves nothing, so that two replicas on one machine do not need the same port.
 */
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    name: string,
    private readonly config: AppConfig,
  ) {
    showBuild(name);
  }

  async listen(): Promise<void> {
    const { METRICS_PORT: port, METRICS_HOST: host } = this.config;
    if (port === 0) return;
    this.server = createServer((request, response) => void answer(request, response));
    const listening = once(this.server, 'listening'); // rejects on `error`
    this.server.listen(port, host);
    await listening.catch((error: unknown) => {
      throw new Error(`METRICS_PORT: ${host}:${port} cannot be listened on`, { cause: error });
    });
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

async function answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if ((method !== 'GET' && method !== 'HEAD') || url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  try {
    const text = await register.metrics();
    response.writeHead(200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' }).end(text);
  } catch {
    // Gauges may query the database, which may be away.
    response.writeHead(503, { 'Retry-After': '1' }).end();
  }
}
