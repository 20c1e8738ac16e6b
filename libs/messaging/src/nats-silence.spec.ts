import { eventually } from '@ces/testing/eventually';
import { Link } from '@ces/local-stack/link';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FactRecords } from './facts/reconcile/fact-records.js';
import { NatsServer } from './nats-server.js';
import { Nats } from './nats.js';
import { Tracing } from './tracing/tracing.js';

describe('the connection to a NATS that falls silent', () => {
  let link: Link;
  let nats: Nats;
  let losses: Error[];

  beforeEach(async () => {
    link = await Link.to(Number(new URL(process.env['TEST_NATS_URL'] ?? '').port));
    nats = new Nats({ url: `nats://127.0.0.1:${link.port}`, namespace: 'spec', replicas: 1, service: 'spec' });
    await nats.connection();
    losses = [];
    nats.onDisconnect((error) => losses.push(error));
  });

  afterEach(async () => {
    link.heal();
    await nats.onApplicationShutdown();
    link.close();
  });

  it('is given up within seconds, and made anew when NATS is back', async () => {
    link.cut();
    await eventually(() => {
      expect(nats.connected).toBe(false);
    }, 8_000);
    link.heal();
    await eventually(() => {
      expect(nats.connected).toBe(true);
    });
  });

  it('is given up also while much waits to be sent', async () => {
    const connection = await nats.connection();
    link.cut();
    for (let n = 0; n < 64; n += 1) connection.publish('spec.much', new Uint8Array(1_000_000));
    await eventually(() => {
      expect(nats.connected).toBe(false);
    }, 8_000);
  });

  it('counts as ready for calls when NATS has heard of the subscriptions', async () => {
    const none = {} as never;
    const records = { calls: () => [] } as unknown as FactRecords;
    const server = new NatsServer(nats, none, none, none, none, none, records, new Tracing());
    link.cut();
    server.listen(() => undefined);
    await sleep(200);
    expect([nats.connected, server.ready]).toEqual([true, false]);
    link.heal();
    await eventually(() => {
      expect(server.ready).toBe(true);
    });
    await server.close();
    expect(server.ready).toBe(false);
  });

  it('is kept by a process that stood still itself', async () => {
    for (let time = 0; time < 3; time += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_500);
      await (await nats.connection()).flush();
    }
    expect(losses).toEqual([]);
  });
});
