import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  APPS,
  DATABASE_APPS,
  environmentOf,
  PRIVATE_PORTS,
  PROVIDER,
  seedOf,
  type AppName,
  type PortName,
} from '../../../libs/local-stack/src/apps.ts';
import {
  keepPorts,
  keepSecrets,
  type Credentials,
  type Secrets,
  type User,
} from '../../../libs/local-stack/src/kept-settings.ts';
import { layOut, type Layout } from '../../../libs/local-stack/src/layout.ts';
import { startNats } from '../../../libs/local-stack/src/nats/nats.ts';
import { natsUsers, OPERATOR } from '../../../libs/local-stack/src/nats/nats-users.ts';
import {
  createDatabases,
  runtimeRole,
  servingUrls,
  type DatabaseUrls,
} from '../../../libs/local-stack/src/postgres/databases.ts';
import { startPostgres } from '../../../libs/local-stack/src/postgres/postgres.ts';
import { lastLines, startChild, type RunningServer } from '../../../libs/local-stack/src/processes/child-process.ts';
import { runNode } from '../../../libs/local-stack/src/processes/run-command.ts';
import { supervise, type SupervisedPart } from '../../../libs/local-stack/src/processes/supervise.ts';
import { violationsIn } from '../cluster/world/nats-nodes.ts';

/** `old` is the last release, `new` is this tree. */
export type Version = 'old' | 'new';
const VERSIONS: readonly Version[] = ['old', 'new'];

export interface Replica {
  app: AppName;
  version: Version;
  name: string;
  url: string;
  logFile: string;
  part: SupervisedPart;
}

const MEMBERS = 8;
const READY_MS = 90_000;
/** Fourteen processes share a machine. Short limits of time shorten the leases of killed processes, and so the run. */
const SMALL = {
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: '--max-old-space-size=256',
  DRAIN_SECONDS: '1',
  WEBHOOK_TIMEOUT_SECONDS: '2',
};

/**
 * A private PostgreSQL and NATS, and one replica of each service in two versions. NATS has the rights of this tree from the
 * beginning, as an upgrade loads them first. Both versions get their settings from this tree.
 */
export class VersionsWorld {
  readonly provider = PROVIDER.name;
  readonly replicas: Replica[] = [];
  readonly members: User[];
  private readonly layouts: Record<Version, Layout>;
  private readonly signal: AbortSignal;
  private readonly secrets: Secrets;
  private ports: Partial<Record<Version, Record<PortName, number>>> = {};
  private databases: Record<string, DatabaseUrls> = {};
  private readonly servers: RunningServer[] = [];
  private postgres = '';

  constructor(builds: Record<Version, string>, dataDir: string, signal: AbortSignal) {
    this.layouts = { old: layOut(builds.old, dataDir), new: layOut(builds.new, dataDir) };
    this.signal = signal;
    mkdirSync(this.layouts.new.logsDir, { recursive: true, mode: 0o711 });
    this.secrets = keepSecrets(this.layouts.new.kept('secrets.json'), DATABASE_APPS, [...APPS, OPERATOR]);
    const names = Array.from({ length: MEMBERS }, (_, n) => `member-${n}@example.com`);
    this.members = names.map((username) => ({ username, password: this.secrets.user.password }));
  }

  get admin(): Credentials {
    return this.secrets.admin;
  }

  get gateways(): string[] {
    return VERSIONS.map((version) => this.urlOf('gateway', version));
  }

  /** With all rights. */
  get nats(): string {
    return `nats://${OPERATOR}:${this.secrets.nats[OPERATOR] ?? ''}@127.0.0.1:${this.portsOf('new').nats}`;
  }

  get publicUrl(): string {
    return this.urlOf('gateway', 'old');
  }

  database(name: string): string {
    return this.postgres.replace(/postgres$/, name);
  }

  async startServers(): Promise<void> {
    const { kept, logFile } = this.layouts.new;
    const names: PortName[] = ['gateway', ...PRIVATE_PORTS];
    const keys = names.flatMap((name) => VERSIONS.map((version) => `${name}.${version}` as const));
    const chosen = await keepPorts(kept('ports.json'), keys);
    const nats = chosen['nats.old'];
    for (const version of VERSIONS) {
      const own = names.map((name) => [name, name === 'nats' ? nats : chosen[`${name}.${version}`]] as const);
      this.ports[version] = Object.fromEntries(own) as Record<PortName, number>;
    }
    const database = { dataDir: kept('postgres'), port: chosen['postgres.old'], durable: true };
    this.servers.push(await startPostgres({ ...database, logFile: logFile('postgres') }));
    const users = natsUsers('ces', (user) => this.secrets.nats[user] ?? '');
    this.servers.push(await startNats({ dataDir: kept('nats'), port: nats, logFile: logFile('nats'), users }));
    this.postgres = `postgres://ces@127.0.0.1:${database.port}/postgres`;
    this.databases = await createDatabases(this.postgres, this.secrets.databases);
  }

  async migrate(version: Version): Promise<void> {
    const own = this.appsOf(version).filter((app) => app !== 'gateway');
    await Promise.all(
      own.map((app) =>
        this.run(app, version, ['migrate', `--grant-to=${runtimeRole(app)}`], {
          DATABASE_URL: this.databases[app]?.owner,
        }),
      ),
    );
  }

  async seed(version: Version): Promise<void> {
    const people = this.members.map((member) => ({ ...member, firstName: 'Anna', lastName: 'Jansen' }));
    const seeds = { ...seedOf(this.secrets, this.publicUrl), SEED_USERS: JSON.stringify(people) };
    await this.run('identity', version, ['seed'], seeds);
  }

  async start(version: Version, apps: readonly AppName[]): Promise<void> {
    const own = this.appsOf(version).filter((app) => apps.includes(app));
    await Promise.all(own.map((app) => this.startApp(app, version)));
    await this.untilReady(this.replicas);
  }

  /** Ends all replicas of a version as an orchestrator does. */
  async retire(version: Version): Promise<void> {
    const leaving = this.replicas.filter((each) => each.version === version);
    await Promise.all(leaving.map(({ part }) => part.stop()));
    this.replicas.splice(0, this.replicas.length, ...this.replicas.filter((each) => !leaving.includes(each)));
  }

  /** Resolves when each of them is ready at the same time. */
  async untilReady(replicas: readonly Replica[]): Promise<void> {
    for (const deadline = Date.now() + READY_MS; ;) {
      this.signal.throwIfAborted();
      const states = await Promise.all(replicas.map((each) => faultOf(each)));
      const [fault] = states.filter((state) => state !== undefined);
      if (fault === undefined) return;
      if (Date.now() > deadline) throw new Error(`not ready after ${READY_MS / 1_000} s: ${fault}`);
      await sleep(200);
    }
  }

  violations(): string[] {
    return violationsIn(this.layouts.new.logFile('nats'));
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map(({ part }) => part.stop()));
    for (const server of this.servers.reverse()) await server.stop();
  }

  private async startApp(app: AppName, version: Version): Promise<void> {
    const { root, scripts, logFile: logOf } = this.layouts[version];
    const name = `${app}-${version}`;
    const options = {
      cwd: root,
      env: this.settingsOf(app, version),
      logFile: logOf(name),
      deathSignal: 'SIGKILL',
    } as const;
    const start = () => startChild(process.execPath, [scripts[app]], options);
    const supervised = { name, stopSignal: 'SIGTERM', killSignal: 'SIGKILL', start, longestDelayMs: 1_000 } as const;
    const part = await supervise(supervised, { changed: () => undefined, warn: this.warn });
    this.replicas.push({ app, version, name, url: this.urlOf(app, version), logFile: options.logFile, part });
  }

  private run(app: AppName, version: Version, words: string[], more: NodeJS.ProcessEnv): Promise<void> {
    const { root, scripts, logFile } = this.layouts[version];
    return runNode({
      what: `${app} ${words.join(' ')} of ${version === 'old' ? 'the last release' : 'this tree'}`,
      args: [scripts[app], ...words],
      cwd: root,
      env: { ...this.settingsOf(app, version), ...more },
      logFile: logFile(`${app}-${version}-${words[0] ?? ''}`),
      signal: this.signal,
    });
  }

  private settingsOf(app: AppName, version: Version): NodeJS.ProcessEnv {
    const { publicUrl, secrets } = this;
    const addresses = { ports: this.portsOf(version), publicUrl, databases: servingUrls(this.databases) };
    const identities = VERSIONS.map((each) => this.urlOf('identity', each)).join();
    return {
      ...environmentOf(app, addresses, secrets, { ...process.env, ...SMALL }),
      ...(app === 'gateway' ? { IDENTITY_URL: identities } : {}),
      ...(app === 'gateway' || app === 'segments' ? {} : { DATABASE_POOL: '6' }),
    };
  }

  /** A service that this tree has added is not in the last release. */
  private appsOf(version: Version): AppName[] {
    return APPS.filter((app) => existsSync(this.layouts[version].scripts[app]));
  }

  private urlOf(app: AppName, version: Version): string {
    return `http://127.0.0.1:${this.portsOf(version)[app]}`;
  }

  private portsOf(version: Version): Record<PortName, number> {
    const ports = this.ports[version];
    if (!ports) throw new Error('the servers are not started');
    return ports;
  }

  private readonly warn = (line: string): void => {
    const file = join(this.layouts.new.logsDir, 'happenings.log');
    writeFileSync(file, `${new Date().toISOString()} ${line}\n`, { flag: 'a' });
  };
}

/** Undefined when the replica is ready. */
async function faultOf({ name, url, logFile }: Replica): Promise<string | undefined> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  const text = await answer?.text().catch(() => '');
  if (answer?.ok === true) return undefined;
  return `${name} says ${text ?? 'nothing'}; its last log lines (${logFile}):\n${lastLines(logFile)}`;
}
