import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, errors, type ConnectionOptions, type NatsConnection } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticatorOf, describeCredentials, type NatsCredentials, type NatsTls } from './nats-credentials.js';

export class NatsSettings {
  /** Without credentials; they are in `credentials`. */
  url: string;
  /** First word of every subject, and prefix of every stream: several installations can share one NATS. */
  namespace: string;
  /** The least number of copies of each stream in the NATS cluster. */
  replicas: number;
  streamMebibytes?: number;
  service: string;
  credentials?: NatsCredentials;
  tls?: NatsTls;
}

/** The pause is longer after NATS refused the credentials, because only an operator can change that. */
const refusedPauseMs = 1_000;
/** The log names each violation once, and at most this many, so that a busy caller does not fill the log. */
const violationsKept = 200;

/**
 * The one NATS connection of the process, for calls, facts and counters. It waits while NATS is not there yet or
 * refuses the credentials, and it reconnects without end.
 */
@Injectable()
export class Nats implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Nats');
  private turn: Promise<void> | undefined;
  private readonly reconnected = new Set<() => void>();
  private readonly disconnected = new Set<(error: Error) => void>();
  private readonly violations = new Set<string>();
  private opening: Promise<NatsConnection> | undefined;
  private open: NatsConnection | undefined;
  private up = false;
  private ended = false;
  private complaint = '';
  /** The most addresses of its cluster that the server has told us on this connection. */
  private clusterSize = 0;
  /** Set while we look for a server that sees more of a cluster of this size. Each server of `NATS_URL` is tried once. */
  private search: { size: number; tried: number } | undefined;

  constructor(readonly settings: NatsSettings) {}

  /**
   * Answers, acknowledgements and publications wait for this, so that those of one turn of the event loop go out with one write:
   * nats.js writes after each callback, and each write wakes NATS. Calls do not wait, because the gateway has gathered most
   * of them for a turn already.
   */
  endOfTurn(): Promise<void> {
    this.turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.turn = undefined;
        resolve();
      });
    });
    return this.turn;
  }

  get connected(): boolean {
    return this.up;
  }

  /**
   * True while we are connected to a server without a cluster. It loses no message between two clients unless one of them
   * loses its connection and notices so. Between the servers of a cluster, messages may be lost without a trace.
   */
  get standsAlone(): boolean {
    return this.up && this.open?.info?.cluster === undefined;
  }

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

  /** Publishes what may be lost. It never throws, because it is called after commits and by timers, also while we shut down. */
  tell(subject: string, text?: string): void {
    if (!this.up) return;
    try {
      this.open?.publish(subject, text);
    } catch (error) {
      this.logger.debug({ err: error }, `nobody was told on ${subject}`);
    }
  }

  streamOf(service: string): string {
    return `${this.settings.namespace}-${service}`;
  }

  bucketOf(name: string): string {
    return `${this.settings.namespace}-${name}`;
  }

  /** Prefix of the subjects where this service gets its answers. No other service may read them. */
  get inbox(): string {
    return `${this.settings.namespace}.inbox.${this.settings.service}`;
  }

  /** NATS may have lost its data before a reconnect. */
  onReconnect(listener: () => void): void {
    this.reconnected.add(listener);
  }

  /** Most requests over a lost connection are never answered. */
  onDisconnect(listener: (error: Error) => void): () => void {
    this.disconnected.add(listener);
    return () => this.disconnected.delete(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    const connection = this.open;
    if (!connection || connection.isClosed()) return;
    // A lost connection cannot drain.
    await (this.up ? connection.drain().catch(() => connection.close()) : connection.close());
  }

  /** Repeats the attempt itself, because nats.js reports failures of a first connection only after its last attempt. */
  private async connect(): Promise<NatsConnection> {
    while (!this.hasEnded()) {
      try {
        const connection = await connect(this.options());
        if (this.hasEnded()) await connection.close();
        else return this.use(connection);
      } catch (error) {
        this.complain(error);
        await sleep(this.pause());
      }
    }
    // Callers keep waiting, as while NATS is away.
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
      // Otherwise nats.js closes the connection for good when the credentials are refused twice.
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: () => this.pause(),
      reconnectToServer: (servers) => this.nextServer(servers),
      timeout: 2_000,
      // A silent NATS is given up after 4.5 s.
      pingInterval: 1_500,
      maxPingOut: 2,
      // Otherwise nats.js records a stack at each request, for an error that is rare.
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
   * Goes to another server if ours has lost at least half of its cluster, because calls and facts do not pass between
   * the parts. If the other servers have died, the search ends at the server that is left.
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

  /** Null leaves the choice to nats.js. */
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

/** nats.js changes the order of the servers with each attempt. */
function byAddress(one: Candidate, other: Candidate): number {
  return one.listen < other.listen ? -1 : 1;
}

function leave(connection: NatsConnection): void {
  // The connection may be closing.
  connection.reconnect().catch(() => undefined);
}

/** 0 if the server stands alone. */
function clusterOf({ info }: NatsConnection): number {
  return info?.connect_urls?.length ?? 0;
}

/** Otherwise nats.js first waits until everything is sent, although the server reads nothing. */
function cutOff(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol: { transport: { close(reason: Error): Promise<void> } } };
  void protocol.transport.close(new Error('NATS does not answer'));
}

const refusal = 'NATS refuses';

function isRefusal(error: unknown): boolean {
  return error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError;
}
