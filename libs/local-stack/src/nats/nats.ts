import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hasExited,
  lastLines,
  startChild,
  stopChild,
  stopLeftover,
  type RunningServer,
} from '../processes/child-process.ts';
import { findNatsServer } from './find-nats-server.ts';
import { freePort } from '../processes/free-port.ts';
import type { NatsUser } from './nats-users.ts';

export interface NatsOptions {
  /** The folder for JetStream's files and the server's settings. It is made if it is missing. */
  dataDir: string;
  port?: number;
  logFile?: string;
  /** The only users that may connect. Without users a client needs no credentials. */
  users?: NatsUser[];
  /** An operator's JWT and those of its accounts by public key, instead of users. Clients must show a creds file. */
  operator?: { jwt: string; accounts: Record<string, string>; systemAccount: string };
  /** Paths of PEM files. Clients must show a certificate that `caFile` has signed. */
  tls?: { certFile: string; keyFile: string; caFile: string };
  /** A server with this name takes itself for a part of a cluster. */
  clusterName?: string;
  /** Makes the server a member of a cluster. With `advertise`, servers and clients hear these addresses, not its own. */
  member?: { name: string; port: number; routes: readonly number[]; advertise?: { servers: string; clients: string } };
}

const READY_MS = 60_000;
/**
 * Go collects when the heap has grown by half, not to twice of what lives in it. With few cores it runs on one of them: each message
 * would wake a second thread, which costs more than it brings.
 */
const LEAN_GO = { GOGC: '50', ...(availableParallelism() > 4 ? {} : { GOMAXPROCS: '1' }), ...process.env };

/** Starts a nats-server with JetStream on 127.0.0.1. A restart needs the same port, to which clients reconnect. */
export async function startNats(options: NatsOptions): Promise<RunningServer> {
  const { dataDir } = options;
  const logFile = options.logFile ?? `${dataDir}.log`;
  const program = findNatsServer();
  const port = options.port ?? (await freePort());
  mkdirSync(dataDir, { recursive: true });
  const settings = join(dataDir, 'nats.conf');
  const pidFile = join(dataDir, 'nats.pid');
  if (existsSync(pidFile)) await stopLeftover(Number(readFileSync(pidFile, 'utf8')), settings, 'SIGTERM');
  // The file holds passwords.
  writeFileSync(settings, configuration(options, port, pidFile), { mode: 0o600 });

  const child = await startChild(program, ['-c', settings], { logFile, env: LEAN_GO, deathSignal: 'SIGTERM' });
  const deadline = Date.now() + READY_MS;
  while (!hasExited(child) && Date.now() < deadline) {
    const server = { url: `nats://127.0.0.1:${port}`, port, pid: child.pid ?? 0, process: child };
    if (await answers(port)) return { ...server, stop: () => stopChild(child, 'SIGTERM') };
    await sleep(10);
  }
  await stopChild(child, 'SIGTERM');
  throw new Error(
    `nats-server does not start on port ${port}; its last log lines (${logFile}):\n${lastLines(logFile)}`,
  );
}

function configuration(
  { dataDir, users, operator, tls, clusterName, member }: NatsOptions,
  port: number,
  pidFile: string,
): string {
  const optional = [
    users && `authorization: ${JSON.stringify({ users })}`,
    operator && operatorLines(operator),
    tls && `tls: ${JSON.stringify(serverTls(tls))}`,
    clusterName && `cluster: ${JSON.stringify({ name: clusterName })}`,
    member && clusterLines(member),
  ];
  return `listen: "127.0.0.1:${port}"
server_name: "${member?.name ?? 'local'}"
pid_file: ${JSON.stringify(pidFile)}
max_payload: 8MB
ping_interval: "3s"
ping_max: 2
jetstream { store_dir: ${JSON.stringify(dataDir)}, max_memory_store: 256MB, max_file_store: 8GB }
${optional.filter((line) => line !== undefined).join('\n')}
`;
}

function operatorLines({ jwt, accounts, systemAccount }: NonNullable<NatsOptions['operator']>): string {
  const preload = `resolver_preload: ${JSON.stringify(accounts)}`;
  return `operator: ${jwt}\nsystem_account: ${systemAccount}\nresolver: MEMORY\n${preload}`;
}

/** A server notices within three seconds that it has lost another one, and tells its clients. */
function clusterLines({ port, routes, advertise }: NonNullable<NatsOptions['member']>): string {
  const cluster = {
    name: 'local',
    listen: `127.0.0.1:${port}`,
    routes: routes.map((route) => `nats://127.0.0.1:${route}`),
    ping_interval: '1s',
    ping_max: 2,
    advertise: advertise?.servers,
  };
  const clients = advertise ? `\nclient_advertise: "${advertise.clients}"` : '';
  return `cluster: ${JSON.stringify(cluster)}${clients}`;
}

function serverTls({ certFile, keyFile, caFile }: NonNullable<NatsOptions['tls']>) {
  return { cert_file: certFile, key_file: keyFile, ca_file: caFile, verify: true };
}

/** The server sends a greeting as soon as it serves, after JetStream's recovery. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(2_000, () => socket.destroy());
    socket.once('data', (greeting) => {
      resolve(greeting.toString().startsWith('INFO '));
      socket.destroy();
    });
    socket.once('error', () => undefined);
    socket.once('close', () => {
      resolve(false);
    });
  });
}
