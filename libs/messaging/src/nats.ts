import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, errors, type ConnectionOptions, type NatsConnection } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticatorOf, describeCredentials, type NatsCredentials, type NatsTls } from './nats-credentials.js';

export class NatsSettings {
  /** Holds no credentials; they are in `credentials`. */
  url: string;
  /** First word of every subject, and prefix of every stream: several installations can share one NATS. */
  namespace: string;
  /** Copies of each stream in the NATS cluster, at least. */
  replicas: number;
  /** Mebibytes that each stream of the service may hold. */
  streamMebibytes?: number;
  /** The service's own name. */
  service: string;
  credentials?: NatsCredentials;
  tls?: NatsTls;
}

/** The pause after NATS refused the credentials is longer, because only an operator can change that. */
const refusedPauseMs = 1_000;
/** The log names each violation once, and at most this many, so that a busy caller does not fill it. */
const violationsKept = 200;

/**
 * The one NATS connection of the process, for calls, facts and counters. It waits for a NATS that is not there yet or that
 * refuses the credentials, and it reconnects for ever.
 */
@Injectable()
export class Nats implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Nats');
  private readonly reconnected = new Set<() => void>();
  private readonly disconnected = new Set<(error: Error) => void>();
  private readonly violations = new Set<string>();
  private opening: Promise<NatsConnection> | undefined;
  private open: NatsConnection | undefined;
  private up = false;
  private ended = false;
  /** The last log line about a failing connection. */
  private complaint = '';
  /** The most addresses of its cluster that the server has told on this connection. */
  private clusterSize = 0;
  /** Set while we look for a server that has more of a cluster of this size. Each one of `NATS_URL` is tried once. */
  private search: { size: number; tried: number } | undefined;

  constructor(readonly settings: NatsSettings) {}

  get connected(): boolean {
    return this.up;
  }

  /** The connection, or undefined before the first one is made. */
  get current(): NatsConnection | undefined {
    return this.open;
  }

  onModuleInit(): void {
    void this.connection();
  }

  connection(): Promise<NatsConnection> {
    this.opening ??= this.connect();
    return this.opening;
  }

  async jetstream(): Promise<JetStreamClient> {
    return jetstream(await this.connection(), { timeout: 5_000 });
  }

  async manager(timeout = 5_000): Promise<JetStreamManager> {
    return jetstreamManager(await this.connection(), { checkAPI: false, timeout });
  }

  subject(kind: 'rpc' | 'fact' | 'wake' | 'lease', name: string): string {
    return `${this.settings.namespace}.${kind}.${name}`;
  }

  streamOf(service: string): string {
    return `${this.settings.namespace}-${service}`;
  }

  /** The key-value bucket of this name. */
  bucketOf(name: string): string {
    return `${this.settings.namespace}-${name}`;
  }

  /** Prefix of the subjects where this service gets its answers. No other service may read them. */
  get inbox(): string {
    return `${this.settings.namespace}.inbox.${this.settings.service}`;
  }

  /** `listener` is called after every reconnect, because NATS may have lost its data. */
  onReconnect(listener: () => void): void {
    this.reconnected.add(listener);
  }

  /** `listener` is called when the connection is lost, because most requests over it will never be answered. */
  onDisconnect(listener: (error: Error) => void): () => void {
    this.disconnected.add(listener);
    return () => this.disconnected.delete(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    const connection = this.open;
    if (!connection || connection.isClosed()) return;
    // A connection that is lost meanwhile has nothing to drain.
    await (this.up ? connection.drain().catch(() => connection.close()) : connection.close());
  }

  /** Repeats the first attempt here, because nats.js reports failures of a first connection only after its last attempt. */
  private async connect(): Promise<NatsConnection> {
    while (!this.hasEnded()) {
      try {
        const connection = await connect(this.options());
        // The service may have ended meanwhile.
        if (this.hasEnded()) await connection.close();
        else return this.use(connection);
      } catch (error) {
        this.complain(error);
        await sleep(this.pause());
      }
    }
    // Callers keep waiting, as for a NATS that is away.
    return new Promise<never>(() => undefined);
  }

  private hasEnded(): boolean {
    return this.ended;
  }

  private use(connection: NatsConnection): NatsConnection {
    this.open = connection;
    this.up = true;
    this.complaint = '';
    this.clusterSize = clusterOf(connection);
    void this.watch(connection);
    return connection;
  }

  private options(): ConnectionOptions {
    const { url, service, credentials, tls } = this.settings;
    return {
      servers: url.split(','),
      name: service,
      inboxPrefix: this.inbox,
      ...(credentials ? { authenticator: authenticatorOf(credentials) } : {}),
      ...(tls ? { tls } : {}),
      maxReconnectAttempts: -1,
      // Otherwise nats.js closes the connection for ever when the credentials are refused twice.
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: () => this.pause(),
      reconnectToServer: (servers) => this.nextServer(servers),
      timeout: 2_000,
      // A silent NATS is given up after four seconds.
      pingInterval: 1_000,
      maxPingOut: 3,
      // Otherwise nats.js captures a stack at each request, for an error that is rare.
      noAsyncTraces: true,
    };
  }

  private pause(): number {
    return this.complaint.startsWith(refusal) ? refusedPauseMs : 100 + Math.random() * 100;
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.up = false;
        this.logger.warn('disconnected');
        for (const listener of this.disconnected) listener(new Error('the connection to NATS was lost'));
      } else if (status.type === 'reconnect') {
        this.up = true;
        this.complaint = '';
        this.arrive(connection);
        this.violations.clear();
        this.logger.log('reconnected');
        for (const listener of this.reconnected) listener();
      } else if (status.type === 'staleConnection') {
        cutOff(connection);
      } else if (status.type === 'update') {
        this.leaveMinority(connection);
      } else if (status.type === 'error') {
        if (status.error instanceof errors.PermissionViolationError) this.tellOfViolation(status.error);
        else if (isRefusal(status.error)) this.complain(status.error);
      }
    }
    this.up = false;
  }

  /**
   * Goes to another server when ours has lost at least half of its cluster, because calls and facts do not pass between the
   * parts. If it was the others that died, this ends at the server that is left.
   */
  private leaveMinority(connection: NatsConnection): void {
    // The next server tells of its cluster before the connection to it is made.
    if (!this.up) return;
    const size = clusterOf(connection);
    this.clusterSize = Math.max(this.clusterSize, size);
    if (this.clusterSize === 0 || size * 2 > this.clusterSize) return;
    this.logger.warn(`NATS tells of ${size} addresses instead of ${this.clusterSize}; trying other servers`);
    this.search = { size: this.clusterSize, tried: 0 };
    leave(connection);
  }

  private arrive(connection: NatsConnection): void {
    const size = clusterOf(connection);
    if (this.search && size * 2 <= this.search.size) leave(connection);
    else this.search = undefined;
    this.clusterSize = size;
  }

  /** The next server of `NATS_URL` in a search; null leaves the choice to nats.js. */
  private nextServer(servers: readonly Candidate[]): Candidate | null {
    const next = this.search && servers.filter(({ gossiped }) => !gossiped).toSorted(byAddress)[this.search.tried];
    if (next && this.search) this.search.tried += 1;
    else this.search = undefined;
    return next ?? null;
  }

  /** Logs one line for each cause, not one for each attempt. */
  private complain(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const refused = isRefusal(error);
    const complaint = refused
      ? `${refusal} ${describeCredentials(this.settings.credentials)}: ${reason}; trying again`
      : `NATS at ${this.settings.url} cannot be reached: ${reason}; trying again`;
    if (complaint === this.complaint) return;
    this.complaint = complaint;
    if (refused) this.logger.error(complaint);
    else this.logger.warn(complaint);
  }

  private tellOfViolation({ operation, subject }: InstanceType<typeof errors.PermissionViolationError>): void {
    const violation = `NATS does not let ${this.settings.service} ${operation === 'publish' ? 'publish' : 'subscribe'} to ${subject}`;
    if (this.violations.has(violation) || this.violations.size >= violationsKept) return;
    this.violations.add(violation);
    this.logger.error(violation);
  }
}

type Candidate = Parameters<NonNullable<ConnectionOptions['reconnectToServer']>>[0][number];

/** The order of servers changes with each attempt. */
function byAddress(one: Candidate, other: Candidate): number {
  return one.listen < other.listen ? -1 : 1;
}

function leave(connection: NatsConnection): void {
  // The connection may be closing.
  connection.reconnect().catch(() => undefined);
}

/** How many addresses of its cluster the server tells of; 0 when it stands alone. */
function clusterOf({ info }: NatsConnection): number {
  return info?.connect_urls?.length ?? 0;
}

/** Otherwise nats.js first waits until everything is sent, and nobody reads it. */
function cutOff(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol: { transport: { close(reason: Error): Promise<void> } } };
  void protocol.transport.close(new Error('NATS does not answer'));
}

const refusal = 'NATS refuses';

function isRefusal(error: unknown): boolean {
  return error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError;
}
