import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, errors, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticatorOf, describeCredentials, type NatsCredentials, type NatsTls } from './nats-credentials.js';

export class NatsSettings {
  /** Without credentials: those are in `credentials`. */
  url: string;
  /** First word of every subject, and prefix of every stream: several installations can share one NATS. */
  namespace: string;
  /** Copies of each stream in the NATS cluster. */
  replicas: number;
  /** The service's own name. */
  service: string;
  credentials?: NatsCredentials;
  tls?: NatsTls;
}

/** A NATS that refuses the credentials is asked more slowly: only an operator can change its mind. */
const refusedPauseMs = 1_000;
/** Subjects that are named in the log once each, so that a busy caller does not fill it. */
const violationsKept = 200;

/**
 * The one NATS connection of the process, for calls, facts and counters alike. It waits for a NATS that is not there
 * yet or that refuses the credentials, and reconnects for ever; `connected` says how it stands.
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
  /** What was logged last about a connection that does not come about. */
  private complaint = '';

  constructor(readonly settings: NatsSettings) {}

  get connected(): boolean {
    return this.up;
  }

  /** The connection, or undefined while the first one has not come about. */
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

  async manager(): Promise<JetStreamManager> {
    return jetstreamManager(await this.connection(), { checkAPI: false, timeout: 5_000 });
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

  /** Answers to this service come to subjects below this one, which no other service may read. */
  get inbox(): string {
    return `${this.settings.namespace}.inbox.${this.settings.service}`;
  }

  /** Called after every reconnect: what NATS held may be gone. */
  onReconnect(listener: () => void): void {
    this.reconnected.add(listener);
  }

  /** Called when the connection is lost: what was asked over it will most likely never be answered. */
  onDisconnect(listener: (error: Error) => void): () => void {
    this.disconnected.add(listener);
    return () => this.disconnected.delete(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    const connection = this.open;
    if (!connection || connection.isClosed()) return;
    // It may be lost in the middle of that: then there is nothing to drain.
    await (this.up ? connection.drain().catch(() => connection.close()) : connection.close());
  }

  /** Repeats the first attempt here: nats.js reports the failures of a first connection only after its last attempt. */
  private async connect(): Promise<NatsConnection> {
    while (!this.hasEnded()) {
      try {
        const connection = await connect(this.options());
        // The service ended meanwhile.
        if (this.hasEnded()) await connection.close();
        else return this.use(connection);
      } catch (error) {
        this.complain(error);
        await sleep(this.pause());
      }
    }
    // Without a connection nothing goes on, as if NATS were not there.
    return new Promise<never>(() => undefined);
  }

  private hasEnded(): boolean {
    return this.ended;
  }

  private use(connection: NatsConnection): NatsConnection {
    this.open = connection;
    this.up = true;
    this.complaint = '';
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
      // nats.js would close the connection for ever when the credentials are refused twice.
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: () => this.pause(),
      timeout: 2_000,
      pingInterval: 10_000,
      maxPingOut: 2,
      // nats.js would capture a stack at each request, for an error that hardly ever comes.
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
        this.violations.clear();
        this.logger.log('reconnected');
        for (const listener of this.reconnected) listener();
      } else if (status.type === 'error') {
        if (status.error instanceof errors.PermissionViolationError) this.tellOfViolation(status.error);
        else if (isRefusal(status.error)) this.complain(status.error);
      }
    }
    this.up = false;
  }

  /** One line for each cause, however often it is tried again. */
  private complain(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const refused = isRefusal(error);
    const complaint = refused
      ? `${refusal} ${describeCredentials(this.settings.credentials)}: ${reason}; trying again`
      : `NATS cannot be reached: ${reason}; trying again`;
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

const refusal = 'NATS refuses';

function isRefusal(error: unknown): boolean {
  return error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError;
}
