import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';

export class NatsSettings {
  url: string;
  /** First word of every subject, and prefix of every stream: several installations can share one NATS. */
  namespace: string;
  /** Copies of each stream in the NATS cluster. */
  replicas: number;
  /** The service's own name. */
  service: string;
}

/**
 * The one NATS connection of the process, for calls, facts and counters alike. It waits for a NATS that is not there
 * yet and reconnects for ever; `connected` says how it stands.
 */
@Injectable()
export class Nats implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Nats');
  private readonly reconnected = new Set<() => void>();
  private readonly disconnected = new Set<(error: Error) => void>();
  private opening: Promise<NatsConnection> | undefined;
  private open: NatsConnection | undefined;
  private up = false;
  private ended = false;

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

  subject(kind: 'rpc' | 'fact' | 'wake', name: string): string {
    return `${this.settings.namespace}.${kind}.${name}`;
  }

  streamOf(service: string): string {
    return `${this.settings.namespace}-${service}`;
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
    if (!this.open || this.open.isClosed()) return;
    await (this.up ? this.open.drain() : this.open.close());
  }

  private async connect(): Promise<NatsConnection> {
    const connection = await connect({
      servers: this.settings.url.split(','),
      name: this.settings.service,
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
      reconnectTimeWait: 100,
      reconnectJitter: 100,
      timeout: 2_000,
      pingInterval: 10_000,
      maxPingOut: 2,
      // nats.js would capture a stack at each request, for an error that hardly ever comes.
      noAsyncTraces: true,
    });
    if (this.ended) return closed(connection);
    this.open = connection;
    this.up = true;
    void this.watch(connection);
    return connection;
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.up = false;
        this.logger.warn('disconnected');
        for (const listener of this.disconnected) listener(new Error('the connection to NATS was lost'));
      } else if (status.type === 'reconnect') {
        this.up = true;
        this.logger.log('reconnected');
        for (const listener of this.reconnected) listener();
      }
    }
    this.up = false;
  }
}

/** Too late: whoever waits for the connection waits for ever, as if NATS were not there. */
async function closed(connection: NatsConnection): Promise<never> {
  await connection.close();
  return new Promise<never>(() => undefined);
}
