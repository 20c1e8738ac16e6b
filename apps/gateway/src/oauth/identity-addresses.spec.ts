import { freePort } from '@ces/local-stack/processes/free-port';
import { catchLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayConfig } from '../gateway.config.js';
import { createGateway } from '../server/create-gateway.js';

describe('several addresses of identity', () => {
  let gateway: NestFastifyApplication;
  let servers: Server[];
  let asked: Record<string, number>;

  beforeEach(() => {
    servers = [];
    asked = {};
  });

  afterEach(async () => {
    await gateway.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const serve = async (listener: RequestListener, port = 0): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const replica = (name: string, port?: number) =>
    serve((request, response) => {
      if (request.url?.startsWith('/oauth2/')) asked[name] = (asked[name] ?? 0) + 1;
      response.end('{}');
    }, port);
  const begin = async (...urls: string[]): Promise<void> => {
    const settings = { IDENTITY_URL: urls.join(', '), RATE_LIMIT_PER_ADDRESS: 'off' };
    gateway = await createGateway(testConfig(GatewayConfig, settings));
    await gateway.init();
  };
  const ask = async (count: number): Promise<number[]> => {
    const answers = Array.from({ length: count }, () => gateway.inject({ method: 'POST', url: '/oauth2/token' }));
    return [...new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))];
  };

  it('get requests in turn', async () => {
    await begin(await replica('a'), await replica('b'));
    expect(await ask(10)).toEqual([200]);
    expect(asked).toEqual({ a: 5, b: 5 });
  });

  it('fail no request while one is dead, which is used again after its start', async () => {
    const port = await freePort();
    await begin(await replica('a'), `http://127.0.0.1:${port}`);
    expect(await ask(10)).toEqual([200]);
    expect(asked).toEqual({ a: 10 });
    await replica('b', port);
    await eventually(async () => {
      expect(await ask(2)).toEqual([200]);
      expect(asked['b']).toBeGreaterThan(0);
    });
  });

  it('leave out one that answers nothing, or that is not ready', async () => {
    const frozen = await serve(() => undefined);
    const draining = await serve((_request, response) => {
      asked['draining'] = (asked['draining'] ?? 0) + 1;
      response.writeHead(503).end();
    });
    await begin(frozen, draining, await replica('a'));
    await eventually(() => {
      // Two more looks have begun, so the first one has ended.
      expect(asked['draining']).toBeGreaterThan(2);
    });
    expect(await ask(10)).toEqual([200]);
    expect(asked['a']).toBe(10);
  });

  it('get a request once if it may have been seen', async () => {
    const breaking = (name: string) =>
      serve((request) => {
        if (request.url?.startsWith('/oauth2/')) asked[name] = (asked[name] ?? 0) + 1;
        request.socket.destroy();
      });
    await begin(await breaking('a'), await breaking('b'));
    expect(await ask(1)).toEqual([503]);
    expect(Object.values(asked)).toEqual([1]);
  });

  it('are not said to be used when there is one, which is dead', async () => {
    await begin(`http://127.0.0.1:${await freePort()}`);
    const logs = catchLogs();
    expect(await ask(2)).toEqual([503]);
    expect(logs.warnings.flat().filter((word) => String(word).includes('other addresses'))).toEqual([]);
  });
});
