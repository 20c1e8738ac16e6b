import { Logger } from '@nestjs/common';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { inCall } from './call-context.js';
import type { Nats } from './nats.js';
import { ackWaitMs, ensureConsumer, ensureStream } from './streams.js';
import { settle } from './settle.js';
import { contextOf } from './wire.js';

export interface Fact {
  /** `event-log.accepted.7`, without the namespace. */
  subject: string;
  messageId: string;
  payload: string;
}

/** What is done with a fact. It must be safe to call twice with the same one. */
export interface FactHandling {
  handle(fact: Fact): Promise<void>;
  bury(fact: Fact, error: unknown, attempts: number): Promise<void>;
}

/** Reads one durable consumer, message by message, and comes back after anything: a restart of NATS, the loss of its data. */
export class Consumer {
  private readonly logger: Logger;
  private readonly stopped = new AbortController();
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> | undefined;
  private reading = false;

  constructor(
    private readonly nats: Nats,
    private readonly source: { service: string; subject: string; name: string },
    private readonly handling: FactHandling,
  ) {
    this.logger = new Logger(`Consumer ${source.name}`);
  }

  /** Whether it is attached to its consumer. */
  get ready(): boolean {
    return this.reading;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.messages?.stop();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped()) {
      try {
        await this.read();
      } catch (error) {
        if (this.isStopped()) return;
        this.logger.warn({ err: error }, 'reading stopped; starting again');
      }
      this.reading = false;
      await sleep(300, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    }
  }

  private async read(): Promise<void> {
    const manager = await this.nats.manager();
    const stream = this.nats.streamOf(this.source.service);
    await ensureStream(manager, this.nats, this.source.service);
    await ensureConsumer(manager, stream, this.source.name, this.nats.subject('fact', this.source.subject));
    const js = await this.nats.jetstream();
    const consumer = await js.consumers.get(stream, this.source.name);
    const messages = await consumer.consume({
      max_messages: 16,
      expires: 5_000,
      idle_heartbeat: 1_000,
      abort_on_missing_resource: true,
    });
    this.messages = messages;
    void this.watch(messages);
    this.reading = true;
    for await (const message of messages) {
      if (this.isStopped()) break;
      await this.take(message);
    }
  }

  private isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  /** nats.js asks again after missed heartbeats; after three in a row the whole reading is begun anew. */
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
    const fact = {
      subject: message.subject.slice(this.nats.subject('fact', '').length),
      messageId: message.headers?.get('Nats-Msg-Id') ?? '',
      payload: message.string(),
    };
    const alive = setInterval(() => {
      message.working();
    }, ackWaitMs / 3);
    try {
      await inCall(contextOf(message.headers), () => this.settleFact(message, fact));
    } finally {
      clearInterval(alive);
    }
  }

  private async settleFact(message: JsMsg, fact: Fact): Promise<void> {
    const attempt = message.info.deliveryCount;
    try {
      await this.handling.handle(fact);
      message.ack();
    } catch (error) {
      const settlement = settle(error, attempt);
      if (settlement.kind === 'retry') {
        this.logger.warn({ err: error, fact: fact.messageId, attempt }, 'not handled; trying again');
        message.nak(settlement.delayMs);
        return;
      }
      this.logger.error({ err: error, fact: fact.messageId, attempt }, 'not handled; it is a dead letter now');
      await this.buryOrRetry(message, fact, error);
    }
  }

  private async buryOrRetry(message: JsMsg, fact: Fact, error: unknown): Promise<void> {
    try {
      await this.handling.bury(fact, error, message.info.deliveryCount);
      message.ack();
    } catch {
      message.nak(1_000);
    }
  }
}
