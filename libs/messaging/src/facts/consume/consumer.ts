import { Logger } from '@nestjs/common';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { readMessage, type TravellingFact } from '../publish/fact-message.js';
import type { Nats } from '../../nats.js';
import { LastFailure, type Fact, type Gatherer } from './gatherer.js';
import {
  ackWaitMs,
  demandSubject,
  ensureConsumer,
  isStreamMissing,
  WrongStream,
  type ConsumerSource,
} from '../streams.js';

const running = new Set<Consumer>();

new Gauge({
  name: 'ces_consumer_reading',
  help: '1 while this process reads the consumer, 0 while it cannot: NATS is away, or the stream is missing or has no leader',
  labelNames: ['consumer'],
  collect() {
    this.reset();
    for (const { name, reading } of running) this.set({ consumer: name }, Number(reading));
  },
});

/** Reads one durable consumer, message by message. It survives restarts of NATS and the loss of NATS's data. */
export class Consumer {
  private readonly logger: Logger;
  private readonly stopped = new AbortController();
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> | undefined;
  private attached = false;
  /** True while the service that owns the stream has not made it yet. */
  private waiting = false;
  /** The fault of the stream that is already in the log. */
  private fault = '';
  private readonly lastFailure = new LastFailure();

  constructor(
    private readonly nats: Nats,
    private readonly source: ConsumerSource,
    private readonly gatherer: Gatherer,
  ) {
    this.logger = new Logger(`Consumer ${source.name}`);
  }

  get name(): string {
    return this.source.name;
  }

  get reading(): boolean {
    return this.attached && this.nats.connected;
  }

  /** For specs: true when it reads, or will read as soon as there is a stream. */
  get settled(): boolean {
    return this.attached || this.waiting;
  }

  start(): void {
    running.add(this);
    // A pull from before the reconnect may never be answered, and missed heartbeats would tell of it only after seconds.
    this.nats.onReconnect(() => this.messages?.stop());
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.messages?.stop();
    await this.running;
    running.delete(this);
  }

  private async run(): Promise<void> {
    while (!this.isStopped()) {
      try {
        await this.read();
      } catch (error) {
        if (this.isStopped()) return;
        this.explain(error);
      }
      this.attached = false;
      await sleep(300, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    }
  }

  private explain(error: unknown): void {
    const missing = isStreamMissing(error);
    if (error instanceof WrongStream) this.tell(error.message);
    else if (!missing) this.logger.warn({ err: error }, 'reading stopped; starting again');
    else if (!this.waiting) this.logger.log(`waiting for the stream ${this.source.stream} to be made`);
    this.waiting = missing;
  }

  private tell(fault: string): void {
    if (fault !== this.fault) this.logger.error(fault);
    this.fault = fault;
  }

  private async read(): Promise<void> {
    const manager = await this.nats.manager();
    const stream = this.nats.streamOf(this.source.stream);
    const subject = this.nats.subject('fact', this.source.subject);
    await demandSubject(manager, stream, subject);
    await ensureConsumer(manager, stream, this.source.name, subject);
    const js = await this.nats.jetstream();
    const consumer = await js.consumers.get(stream, this.source.name);
    const messages = await consumer.consume({
      // At most one of them is under way. Asking for many saves requests: the next one comes after 48 messages.
      max_messages: 64,
      threshold_messages: 16,
      expires: 30_000,
      // A pull may be lost, as with the leader of a consumer, or with a stream that is deleted and made again.
      idle_heartbeat: 3_000,
      abort_on_missing_resource: true,
    });
    this.messages = messages;
    if (this.isStopped()) messages.stop();
    void this.watch(messages);
    this.attached = true;
    this.waiting = false;
    this.fault = '';
    for await (const message of messages) {
      if (this.isStopped()) break;
      await this.take(message);
    }
  }

  private isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  /** nats.js pulls again after a missed heartbeat; after three in a row we attach to the consumer again. */
  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const status of messages.status()) {
      if (status.type === 'heartbeats_missed' && status.count >= 3) messages.stop();
      if (
        status.type === 'consumer_not_found' ||
        status.type === 'stream_not_found' ||
        status.type === 'consumer_deleted'
      )
        messages.stop();
    }
  }

  private async take(message: JsMsg): Promise<void> {
    const alive = setInterval(() => {
      message.working();
    }, ackWaitMs / 3);
    try {
      const subject = message.subject.slice(this.nats.subject('fact', '').length);
      const facts = readMessage(message.string()).map((fact) => toFact(subject, message.redelivered, fact));
      const pauseMs = await this.gatherer.settle(facts, this.lastFailure);
      await this.nats.endOfTurn();
      if (pauseMs === undefined) message.ack();
      else message.nak(pauseMs);
    } finally {
      clearInterval(alive);
    }
  }
}

function toFact(subject: string, repeated: boolean, { id, request_id, traceparent, payload }: TravellingFact): Fact {
  const call = { requestId: request_id ?? id, ...(traceparent === undefined ? {} : { traceparent }) };
  return { subject, messageId: id, payload, call, repeated };
}
