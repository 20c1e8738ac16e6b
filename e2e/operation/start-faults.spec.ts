import { freePort } from '@ces/local-stack/processes/free-port';
import { migrate } from '@ces/service/database/database';
import { selfSigned } from '@ces/testing/certificate';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateServer, type PrivateServer } from '@ces/testing/servers/private-server';
import { startProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cards } from '../../apps/cards/src/cards.module.js';
import { startNats } from '../../libs/local-stack/src/nats/nats.ts';
import { startPostgres } from '../../libs/local-stack/src/postgres/postgres.ts';

const started = 25_000;

describe('a service that starts where something is wrong', () => {
  const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  let postgres: PrivateServer;
  let messaging: GuardedNats;
  let database: string;
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    postgres = await privateServer('postgres', (dataDir, port) =>
      startPostgres({ dataDir, durable: false, password: 'right', ...(port === undefined ? {} : { port }) }),
    );
    database = addressWith('right');
    await migrate(database, cards.schema);
    messaging = await GuardedNats.start();
  });

  afterEach(async () => {
    for (const each of processes.splice(0)) await each.stop();
  });

  afterAll(async () => {
    await messaging.stop();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const addressWith = (password: string): string => postgres.url.replace(/\/\/ces(:[^@]*)?@/, `//ces:${password}@`);
  const start = async (name: string, env: Record<string, string>): Promise<ServiceProcess> => {
    const service = await startProcess(name, env);
    processes.push(service);
    return service;
  };
  const statusOf = async (service: ServiceProcess, path: string): Promise<number> =>
    (await fetch(service.url + path)).status;
  const messagesOf = (service: ServiceProcess): string[] =>
    service
      .log()
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
  /** The service is alive, is not ready, and logs the reason once, however long it waits. */
  const complains = async (service: ServiceProcess, complaint: RegExp): Promise<void> => {
    await eventually(async () => {
      expect([await statusOf(service, '/livez'), await statusOf(service, '/readyz')]).toEqual([200, 503]);
      expect(messagesOf(service)).toEqual([expect.stringMatching(complaint)]);
    }, started);
    await sleep(3_000);
    expect(messagesOf(service)).toHaveLength(1);
    expect(await statusOf(service, '/livez')).toBe(200);
  };
  const isReady = (service: ServiceProcess) =>
    eventually(async () => {
      expect(await statusOf(service, '/readyz')).toBe(200);
    }, started);

  it('names the user whose password PostgreSQL refuses, and starts when it is right', async () => {
    const service = await start('cards', { DATABASE_URL: addressWith('wrong'), ...messaging.settings('cards') });
    await complains(
      service,
      /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the password of user "ces" \(DATABASE_URL\): .*; waiting$/,
    );
    expect(service.log()).not.toContain('wrong');
    const client = new Client({ connectionString: database });
    await client.connect();
    await client.query(`ALTER ROLE ces PASSWORD 'wrong'`);
    await isReady(service);
    await client.query(`ALTER ROLE ces PASSWORD 'right'`);
    await client.end();
  }, 90_000);

  it.each(['cards', 'gateway'])(
    '%s names a setting that it does not know',
    async (name) => {
      const service = await start(name, { DATABASE_URL: database, ...messaging.settings(name), NATS_PASWORD: 'x' });
      await eventually(() => {
        expect(messagesOf(service)).toContain(
          `NATS_PASWORD is no setting of ${name} and has no effect; did you mean NATS_PASSWORD?`,
        );
      }, started);
    },
    60_000,
  );

  it('names the address of a PostgreSQL that is not there', async () => {
    const port = await freePort();
    const settings = { DATABASE_URL: `postgres://ces@127.0.0.1:${port}/cards`, ...messaging.settings('cards') };
    const service = await start('cards', settings);
    await complains(
      service,
      new RegExp(`^PostgreSQL at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED .*; waiting$`),
    );
  });

  it.each(['cards', 'gateway'])(
    '%s names the address of a NATS that is not there',
    async (name) => {
      const NATS_URL = `nats://127.0.0.1:${await freePort()}`;
      const service = await start(name, { DATABASE_URL: database, ...messaging.settings(name), NATS_URL });
      await complains(service, new RegExp(`^NATS at ${NATS_URL} cannot be reached: .*; trying again$`));
    },
    60_000,
  );

  it.each(['cards', 'gateway'])(
    '%s says that TLS with NATS fails, and why',
    async (name) => {
      const [server, stranger] = ['server', 'stranger'].map((each) => {
        const { certificate, key } = selfSigned(each);
        const files = { certFile: join(dir, `${each}.crt`), keyFile: join(dir, `${each}.key`) };
        writeFileSync(files.certFile, certificate);
        writeFileSync(files.keyFile, key);
        return files;
      });
      if (!server || !stranger) throw new Error('no certificates');
      const nats = await startNats({ dataDir: join(dir, `nats-${name}`), tls: { ...server, caFile: server.certFile } });
      const NATS_URL = `nats://localhost:${nats.port}`;
      try {
        const service = await start(name, { DATABASE_URL: database, NATS_URL, NATS_CA_FILE: stranger.certFile });
        await complains(service, new RegExp(`^NATS at ${NATS_URL} cannot be reached: .*certificate.*; trying again$`));
      } finally {
        await nats.stop();
      }
    },
    60_000,
  );
});
