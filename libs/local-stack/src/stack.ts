// Runs the whole installation on one machine without Docker: PostgreSQL, NATS, a mail inbox and each app as a process.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  APPS,
  DATABASE_APPS,
  environmentOf,
  LOOPBACK,
  PRIVATE_PORTS,
  seedOf,
  youngSpaceOf,
  type AppName,
  type PortName,
} from './apps.ts';
import { startChild } from './processes/child-process.ts';
import type { DemoData } from './demo/demo-data.ts';
import { createDatabases, runtimeRole, servingUrls, type DatabaseUrls } from './postgres/databases.ts';
import { isPortFree } from './processes/free-port.ts';
import { keepPorts, keepSecrets, type Secrets } from './kept-settings.ts';
import { takeLauncherLock } from './processes/launcher-lock.ts';
import { layOut, type Layout } from './layout.ts';
import { startNats } from './nats/nats.ts';
import { natsUsers, OPERATOR } from './nats/nats-users.ts';
import { PartGroup } from './processes/part-group.ts';
import { startPostgres } from './postgres/postgres.ts';
import { runNode } from './processes/run-command.ts';
import { describeStack, endLeftovers, writeStackFile, type StackFile } from './stack-file.ts';
import type { SupervisedPart } from './processes/supervise.ts';
import { waitUntilReady } from './processes/wait-until-ready.ts';

export interface StackOptions {
  /** The folder with `dist/apps/<app>/src/main.js`. */
  root: string;
  dataDir: string;
  port: number;
  log: (line: string) => void;
  /** The environment that apps inherit, by default the launcher's. */
  env?: NodeJS.ProcessEnv;
  /** Runs after lock and port are taken, and ends before an app is started. */
  prepare?: (logsDir: string, signal: AbortSignal) => Promise<void>;
  /** Runs when every app is ready. stack.json shows the data that it makes. */
  furnish?: (stack: StackFile, gateway: string) => Promise<DemoData | undefined>;
  /** Gives up a start, and stops the parts that run already. */
  signal?: AbortSignal;
  /** For benches: settings of PostgreSQL in place of ours. */
  postgresSettings?: Record<string, string>;
}

export interface Stack {
  readonly stackFile: string;
  readonly logsDir: string;
  /** Addresses that only this machine reaches. Those of the servers hold the credentials of a superuser. */
  readonly privateUrls: Record<AppName | 'nats' | 'postgres', string>;
  describe(): StackFile;
  part(name: string): SupervisedPart;
  /** Stops the apps, then NATS, then PostgreSQL. The data stays. */
  stop(): Promise<void>;
  abort(): void;
}

interface Plan {
  layout: Layout;
  secrets: Secrets;
  ports: Record<PortName, number>;
  publicUrl: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  parts: PartGroup;
  postgresSettings: Record<string, string>;
  prepared: Promise<void>;
}

/** Starts all parts, and resolves when every app is ready. A failure stops the parts that run already. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { env = process.env, signal = new AbortController().signal, port, postgresSettings = {} } = options;
  const layout = layOut(options.root, options.dataDir);
  const { stackFile, logsDir } = layout;
  const unlock = takeLauncherLock(layout.lockFile);
  let announce = (): void => undefined; // stack.json exists only while the stack is ready
  const parts = new PartGroup(
    {
      changed: () => {
        announce();
      },
      warn: options.log,
    },
    signal,
  );
  const stop = async (): Promise<void> => {
    announce = () => undefined;
    rmSync(stackFile, { force: true });
    await parts.stop();
    unlock();
  };
  try {
    await clearTheWay(layout, port);
    const prepared = options.prepare?.(logsDir, signal) ?? Promise.resolve();
    prepared.catch(() => undefined); // startParts awaits it
    const secrets = keepSecrets(layout.kept('secrets.json'), DATABASE_APPS, [...APPS, OPERATOR]);
    const ports = { ...(await keepPorts(layout.kept('ports.json'), PRIVATE_PORTS)), gateway: port };
    const publicUrl = env['PUBLIC_URL'] ?? gatewayUrl(env, port).replace(LOOPBACK, 'localhost');
    const privateUrls = await startParts({
      layout,
      secrets,
      ports,
      publicUrl,
      env,
      signal,
      parts,
      postgresSettings,
      prepared,
    });
    const bare = (): StackFile => describeStack({ publicUrl, ports, dataDir: layout.dataDir }, secrets, parts.pids());
    const demo = await options.furnish?.(bare(), privateUrls.gateway);
    const describe = (): StackFile => ({ ...bare(), ...(demo ? { demo } : {}) });
    announce = () => {
      writeStackFile(stackFile, describe());
    };
    announce();
    return {
      stackFile,
      logsDir,
      privateUrls,
      describe,
      part: (name) => parts.get(name),
      stop,
      abort: () => {
        parts.abort();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function clearTheWay({ stackFile, scripts, logsDir, logFile }: Layout, port: number): Promise<void> {
  await endLeftovers(stackFile, scripts);
  await claimPort(port);
  mkdirSync(logsDir, { recursive: true });
  for (const name of ['postgres', 'nats', 'mail', ...APPS]) writeFileSync(logFile(name), '');
}

/** Waits for a gateway that was killed a moment ago. */
async function claimPort(port: number): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    if (await isPortFree(port, ['127.0.0.1', '0.0.0.0', '::'])) return;
    await sleep(100);
  }
  throw new Error(`Port ${port} is in use. Choose another: PORT=${port + 1} npm start`);
}

async function startParts(plan: Plan): Promise<Stack['privateUrls']> {
  const { layout, ports, secrets, env } = plan;
  const { postgres, nats } = await startServers(plan);
  const databases = await createDatabases(postgres, secrets.databases);
  await plan.prepared;
  const addresses = { ports, publicUrl: plan.publicUrl, databases: servingUrls(databases) };
  const variables = new Map(APPS.map((app) => [app, environmentOf(app, addresses, secrets, env)]));
  await prepareDatabases(plan, variables, databases);

  const mail = { ...env, PORT: String(ports.mail), SMTP_PORT: String(ports.smtp) };
  const scripts = [['mail', mail] as const, ...variables];
  const urlOf = (name: AppName | 'mail'): string =>
    name === 'gateway' ? gatewayUrl(env, ports.gateway) : `http://${LOOPBACK}:${ports[name]}`;
  const started = scripts.map(async ([name, given]) => {
    const part = await startScript(plan, name, given);
    return { part, url: urlOf(name), logFile: layout.logFile(name) };
  });
  await waitUntilReady(await Promise.all(started), plan.signal);
  const urls = Object.fromEntries(APPS.map((app) => [app, urlOf(app)])) as Record<AppName, string>;
  return { ...urls, postgres, nats };
}

/** The address at which this machine reaches the gateway. With HOST it may listen on another address only. */
function gatewayUrl({ HOST = LOOPBACK }: NodeJS.ProcessEnv, port: number): string {
  const isAny = HOST === '0.0.0.0' || HOST === '::';
  const host = isAny ? LOOPBACK : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${port}`;
}

async function startServers(plan: Plan): Promise<{ postgres: string; nats: string }> {
  const { layout, ports, secrets, env, parts, postgresSettings } = plan;
  const postgres = { dataDir: layout.kept('postgres'), port: ports.postgres, logFile: layout.logFile('postgres') };
  const users = natsUsers(env['NATS_NAMESPACE'] ?? 'ces', (user) => secrets.nats[user] ?? '');
  const nats = { dataDir: layout.kept('nats'), port: ports.nats, logFile: layout.logFile('nats'), users };
  const durable = { durable: true, password: secrets.postgres, settings: postgresSettings };
  const signals = { stopSignal: 'SIGINT', killSignal: 'SIGQUIT' } as const;
  await parts.add({
    name: 'postgres',
    ...signals,
    start: async () => (await startPostgres({ ...postgres, ...durable })).process,
  });
  await parts.add({ name: 'nats', ...signals, start: async () => (await startNats(nats)).process });
  return {
    postgres: `postgres://ces:${secrets.postgres}@127.0.0.1:${ports.postgres}/postgres`,
    nats: `nats://${OPERATOR}:${secrets.nats[OPERATOR] ?? ''}@127.0.0.1:${ports.nats}`,
  };
}

async function prepareDatabases(
  plan: Plan,
  variables: Map<AppName, NodeJS.ProcessEnv>,
  databases: Record<string, DatabaseUrls>,
): Promise<void> {
  const run = (app: AppName, words: string[], extra: NodeJS.ProcessEnv): Promise<void> =>
    runNode({
      what: `${app} ${words.join(' ')}`,
      args: [plan.layout.scripts[app], ...words],
      cwd: plan.layout.root,
      env: { NODE_COMPILE_CACHE: plan.layout.compiled, ...variables.get(app), ...extra },
      logFile: plan.layout.logFile(app),
      signal: plan.signal,
    });
  const migrate = (app: AppName): Promise<void> =>
    run(app, ['migrate', `--grant-to=${runtimeRole(app)}`], { DATABASE_URL: databases[app]?.owner });
  const seed = (): Promise<void> => run('identity', ['seed'], seedOf(plan.secrets, plan.publicUrl));
  // The seed keeps one core busy, so it runs beside the migrations of the other apps.
  await Promise.all(DATABASE_APPS.map((app) => (app === 'identity' ? migrate(app).then(seed) : migrate(app))));
}

function startScript({ layout, parts }: Plan, name: AppName | 'mail', env: NodeJS.ProcessEnv): Promise<SupervisedPart> {
  const options = {
    cwd: layout.root,
    env: { NODE_COMPILE_CACHE: layout.compiled, ...env },
    logFile: layout.logFile(name),
    deathSignal: 'SIGKILL',
  } as const;
  return parts.add({
    name,
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    start: () => startChild(process.execPath, [youngSpaceOf(name), layout.scripts[name]], options),
  });
}
