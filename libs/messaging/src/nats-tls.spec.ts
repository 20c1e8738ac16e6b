import { Nats } from './nats.js';
import { catchLogs, type CaughtLogs } from '@ces/testing/catch-logs';
import { selfSigned } from '@ces/testing/certificate';
import { eventually } from '@ces/testing/eventually';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '../../local-stack/src/nats/nats.ts';
import { AppConfig, readConfig } from '@ces/service/config/config';
import { natsSettings } from '@ces/service/config/nats-settings';

describe('a TLS connection to NATS', () => {
  const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const [server, client, stranger] = ['server', 'client', 'stranger'].map((name) => {
    const { certificate, key } = selfSigned(name);
    const files = { cert: join(dir, `${name}.crt`), key: join(dir, `${name}.key`) };
    writeFileSync(files.cert, certificate);
    writeFileSync(files.key, key);
    return files;
  }) as [Files, Files, Files];
  let nats: Awaited<ReturnType<typeof startNats>>;
  const opened: Nats[] = [];
  let logs: CaughtLogs;

  const logged = () => logs.warnings.length + logs.errors.length;

  const connect = (env: Record<string, string>): Nats => {
    const config = readConfig(AppConfig, { NATS_URL: `nats://localhost:${nats.port}`, ...env });
    const connection = new Nats(natsSettings('cards', config));
    opened.push(connection);
    void connection.connection().catch(() => undefined);
    return connection;
  };

  beforeAll(async () => {
    const tls = { certFile: server.cert, keyFile: server.key, caFile: client.cert };
    nats = await startNats({ dataDir: join(dir, 'nats'), tls });
    logs = catchLogs();
  });

  afterAll(async () => {
    for (const connection of opened) await connection.onApplicationShutdown();
    await nats.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('connects with the CA of the server and the certificate that the server demands', async () => {
    const connection = connect({
      NATS_CA_FILE: server.cert,
      NATS_CERT_FILE: client.cert,
      NATS_KEY_FILE: client.key,
    });
    await eventually(() => {
      expect(connection.connected).toBe(true);
    });
  });

  it.each([
    ['without a client certificate', () => ({ NATS_CA_FILE: server.cert })],
    [
      'with a certificate that the server does not know',
      () => ({ NATS_CA_FILE: server.cert, NATS_CERT_FILE: stranger.cert, NATS_KEY_FILE: stranger.key }),
    ],
    [
      'at a server whose certificate another CA signed',
      () => ({ NATS_CA_FILE: stranger.cert, NATS_CERT_FILE: client.cert, NATS_KEY_FILE: client.key }),
    ],
  ])('fails %s: the log says so, and the process goes on', async (_what, env) => {
    const before = logged();
    const connection = connect(env());
    await eventually(() => {
      expect(logged()).toBeGreaterThan(before);
    });
    expect(connection.connected).toBe(false);
  });
});

interface Files {
  cert: string;
  key: string;
}
