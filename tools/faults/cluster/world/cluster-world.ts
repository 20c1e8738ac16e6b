import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  APPS,
  DATABASE_APPS,
  environmentOf,
  PRIVATE_PORTS,
  PROVIDER,
  seedOf,
  type AppName,
  type PortName,
} from '../../../../libs/local-stack/src/apps.ts';
import {
  keepPorts,
  keepSecrets,
  type Credentials,
  type Secrets,
  type User,
} from '../../../../libs/local-stack/src/kept-settings.ts';
import { layOut, type Layout } from '../../../../libs/local-stack/src/layout.ts';
import { natsUsers, OPERATOR } from '../../../../libs/local-stack/src/nats/nats-users.ts';
import { createDatabases, databaseUrls, runtimeRole } from '../../../../libs/local-stack/src/postgres/databases.ts';
import { startChild } from '../../../../libs/local-stack/src/processes/child-process.ts';
import { runNode } from '../../../../libs/local-stack/src/processes/run-command.ts';
import { supervise, type SupervisedPart, type Watcher } from '../../../../libs/local-stack/src/processes/supervise.ts';
import { waitUntilReady } from '../../../../libs/local-stack/src/processes/wait-until-ready.ts';
import { buildCopy } from '../../world/build-copy.ts';
import { Link } from '../../../../libs/local-stack/src/link.ts';
import { NatsNodes } from './nats-nodes.ts';
import { PostgresPair } from './postgres-pair.ts';

export interface Replica {
  app: AppName;
  name: string;
  url: string;
  part: SupervisedPart;
  /** The replica's own connections to the servers pass these. */
  links: { nats: Link[]; postgres: Link[] };
}

export interface ClusterWorld {
  nats: NatsNodes;
  postgres: PostgresPair;
  replicas: readonly Replica[];
  gateways: string[];
  publicUrl: string;
  provider: string;
  admin: Credentials;
  /** Have passwords. */
  members: User[];
  /** Has all rights at NATS. */
  natsOperator: { servers: string[]; user: string; pass: string };
  database(name: string): string;
  stop(): Promise<void>;
}

interface Plan {
  layout: Layout;
  secrets: Secrets;
  ports: [Record<PortName, number>, Record<PortName, number>];
  env: NodeJS.ProcessEnv;
  watcher: Watcher;
  signal: AbortSignal;
}

const MEMBERS = 8;
const root = resolve(import.meta.dirname, '../../../..');
/** Fourteen processes share a machine. */
const SMALL = { LOG_LEVEL: 'warn', NODE_OPTIONS: '--max-old-space-size=256' };

export async function startCluster(dir: string, signal: AbortSignal): Promise<ClusterWorld> {
  const plan = await planCluster(dir, signal);
  const { layout, secrets } = plan;
  const users = natsUsers('ces', (user) => secrets.nats[user] ?? '');
  const nats = await NatsNodes.start(layout.dataDir, users, plan.watcher);
  const postgres = await PostgresPair.start(layout.dataDir);
  const names = Array.from({ length: MEMBERS }, (_, n) => `member-${n}@example.com`);
  const members = names.map((username) => ({ username, password: secrets.user.password }));
  await prepareDatabases(plan, postgres, members);
  await postgres.addStandby();
  const replicas = await startReplicas(plan, nats, postgres);
  return {
    ...{
      nats,
      postgres,
      replicas,
      members,
      provider: PROVIDER.name,
      publicUrl: publicUrlOf(plan),
      admin: secrets.admin,
    },
    gateways: replicas.filter(({ app }) => app === 'gateway').map(({ url }) => url),
    natsOperator: {
      servers: nats.nodes.map(({ port }) => `127.0.0.1:${port}`),
      user: OPERATOR,
      pass: secrets.nats[OPERATOR] ?? '',
    },
    database: (name) => postgres.url.replace(/postgres$/, name),
    stop: async () => {
      await Promise.all(replicas.map(({ part }) => part.stop()));
      for (const { links } of replicas) for (const link of [...links.nats, ...links.postgres]) link.close();
      await nats.stop();
      await postgres.stop();
    },
  };
}

async function planCluster(dir: string, signal: AbortSignal): Promise<Plan> {
  const layout = layOut(await buildCopy(root, dir, signal), join(dir, 'data'));
  mkdirSync(layout.logsDir, { recursive: true, mode: 0o711 });
  return {
    layout,
    secrets: keepSecrets(layout.kept('secrets.json'), DATABASE_APPS, [...APPS, OPERATOR]),
    ports: await choosePorts(layout),
    env: { ...process.env, ...SMALL },
    watcher: watcherOf(join(dir, 'happenings.log')),
    signal,
  };
}

async function choosePorts(layout: Layout): Promise<Plan['ports']> {
  const names: PortName[] = ['gateway', ...PRIVATE_PORTS];
  const chosen = await keepPorts(
    layout.kept('ports.json'),
    names.flatMap((name) => [`${name}.0`, `${name}.1`] as const),
  );
  const of = (number: 0 | 1) =>
    Object.fromEntries(names.map((name) => [name, chosen[`${name}.${number}`]])) as Record<PortName, number>;
  return [of(0), of(1)];
}

function watcherOf(file: string): Watcher {
  const warn = (line: string): void => {
    writeFileSync(file, `${new Date().toISOString()} ${line}\n`, { flag: 'a' });
  };
  return { changed: () => undefined, warn };
}

function publicUrlOf({ ports }: Plan): string {
  return `http://127.0.0.1:${ports[0].gateway}`;
}

async function prepareDatabases(plan: Plan, postgres: PostgresPair, members: User[]): Promise<void> {
  const { layout, secrets, signal } = plan;
  const databases = await createDatabases(postgres.url, secrets.databases);
  const run = (app: AppName, words: string[], more: NodeJS.ProcessEnv): Promise<void> =>
    runNode({
      what: `${app} ${words.join(' ')}`,
      args: [layout.scripts[app], ...words],
      cwd: layout.root,
      env: { ...settingsOf(plan, app, 0), NATS_URL: `nats://127.0.0.1:1`, ...more },
      logFile: layout.logFile(app),
      signal,
    });
  const owner = (app: AppName) => ({ DATABASE_URL: databases[app]?.owner });
  await Promise.all(DATABASE_APPS.map((app) => run(app, ['migrate', `--grant-to=${runtimeRole(app)}`], owner(app))));
  const people = members.map((member) => ({ ...member, firstName: 'Anna', lastName: 'Jansen' }));
  const seed = { ...seedOf(secrets, publicUrlOf(plan)), SEED_USERS: JSON.stringify(people) };
  await run('identity', ['seed'], { DATABASE_URL: databases['identity']?.runtime, ...seed });
}

function settingsOf(plan: Plan, app: AppName, number: 0 | 1): NodeJS.ProcessEnv {
  const addresses = { ports: plan.ports[number], publicUrl: publicUrlOf(plan), databases: {} };
  return {
    ...environmentOf(app, addresses, plan.secrets, plan.env),
    ...(app === 'gateway'
      ? { IDENTITY_URL: plan.ports.map(({ identity }) => `http://127.0.0.1:${identity}`).join() }
      : { NATS_REPLICAS: '3' }),
    ...(app === 'gateway' || app === 'segments' ? {} : { DATABASE_POOL: '6' }),
  };
}

async function startReplicas(plan: Plan, nats: NatsNodes, postgres: PostgresPair): Promise<Replica[]> {
  const pairs = ([0, 1] as const).flatMap((number) => APPS.map((app) => [app, number] as const));
  const replicas = await Promise.all(pairs.map(([app, number]) => startReplica(plan, app, number, nats, postgres)));
  const logFile = (name: string): string => plan.layout.logFile(name);
  await waitUntilReady(
    replicas.map(({ part, url, name }) => ({ part, url, logFile: logFile(name) })),
    plan.signal,
  );
  return replicas;
}

async function startReplica(
  plan: Plan,
  app: AppName,
  number: 0 | 1,
  nats: NatsNodes,
  postgres: PostgresPair,
): Promise<Replica> {
  const { layout, secrets } = plan;
  const name = `${app}-${number}`;
  const links = {
    nats: await Promise.all(nats.nodes.map(({ port }) => Link.to(port))),
    postgres: app === 'gateway' ? [] : await Promise.all(postgres.ports.map((port) => Link.to(port))),
  };
  const hosts = links.postgres.map(({ port }) => `127.0.0.1:${port}`).join();
  const database = databaseUrls('postgres://127.0.0.1/', app, secrets.databases[app] ?? '').runtime;
  const env = {
    ...settingsOf(plan, app, number),
    NATS_URL: links.nats.map(({ port }) => `nats://127.0.0.1:${port}`).join(),
    ...(hosts === '' ? {} : { DATABASE_URL: database.replace('@127.0.0.1/', `@${hosts}/`) }),
  };
  const options = { cwd: layout.root, env, logFile: layout.logFile(name), deathSignal: 'SIGKILL' } as const;
  const start = () => startChild(process.execPath, [layout.scripts[app]], options);
  const supervised = { name, stopSignal: 'SIGTERM', killSignal: 'SIGKILL', start, longestDelayMs: 1_000 } as const;
  const part = await supervise(supervised, plan.watcher);
  return { app, name, url: `http://127.0.0.1:${plan.ports[number][app]}`, part, links };
}
