import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProbeResult } from '../probe-result.js';
import { names } from './names.js';
import { runProbe } from './run-probe.js';

describe('the probe, while it waits for its reward', () => {
  let gateway: Server;
  let looks: number[];
  let reported: ProbeResult | undefined;

  /** A gateway that answers the looks for the reward with these statuses, and then with a reward. */
  beforeEach(async () => {
    reported = undefined;
    const rewarded = [{ id: 'e1', campaigns: [{ name: names.campaign, matched: true }] }];
    const answers: Record<string, () => [number, unknown]> = {
      'POST /oauth2/token': () => [200, { access_token: 'a' }],
      [`POST /api/1/oauth2/provider/${names.provider}/${names.owner}`]: () => [200, { user_id: 'u1' }],
      [`POST /api/1/terminal/u1/events/${names.event}`]: () => [202, { id: 'e1' }],
      'GET /api/1/terminal/u1/events?limit=10': () => {
        const status = looks.shift() ?? 200;
        return [status, status === 200 ? rewarded : { code: 'service-unavailable' }];
      },
      'PUT /api/1/probe/result': () => [204, undefined],
    };
    gateway = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        if (request.method === 'PUT') reported = JSON.parse(text) as ProbeResult;
        const [status, body] = answers[`${request.method ?? ''} ${request.url ?? ''}`]?.() ?? [404, {}];
        response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
  });

  afterEach(() => {
    gateway.close();
    gateway.closeAllConnections();
  });

  const probe = (): Promise<number> =>
    runProbe({
      PROBE_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      PROBE_CLIENT_ID: 'cl_probe',
      PROBE_CLIENT_SECRET: 'secret',
      PROBE_STEP_SECONDS: '5',
    });

  it('looks again when a service was away', async () => {
    looks = [503, 503];
    expect([await probe(), reported?.failed, looks]).toEqual([0, null, []]);
  });

  it('fails at once when it is refused', async () => {
    looks = [403, 200];
    expect([await probe(), reported?.failed, looks]).toEqual([1, 'reward', [200]]);
  });
});
