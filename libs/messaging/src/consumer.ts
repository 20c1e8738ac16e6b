import { Logger } from '@nestjs/common';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { inCall, type CallContext } from './call-context.js';
import { readMessage, type TravellingFact } from './fact-message.js';
import type { Nats } from './nats.js';
import { ackWaitMs, ensureConsumer, ensureStream } from './streams.js';
import { settle } from './settle.js';

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
  /** The fact that failed last. Another replica counts anew: that only means more attempts. */
  private failing = { id: '', attempts: 0 };

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
    if (this.isStopped()) messages.stop();
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
    const alive = setInterval(() => {
      message.working();
    }, ackWaitMs / 3);
    try {
      const subject = message.subject.slice(this.nats.subject('fact', '').length);
      for (const travelling of readMessage(message.string())) {
        const pauseMs = await inCall(contextOfFact(travelling), () => this.settleFact(subject, travelling));
        if (pauseMs !== undefined) {
          // What was done before it in the message is known by then; what comes after it waits, to keep the order.
          message.nak(pauseMs);
          return;
        }
      }
      message.ack();
    } finally {
      clearInterval(alive);
    }
  }

  /** Undefined when the fact is done or buried; else the pause before it is tried again. */
  private async settleFact(subject: string, { id, payload }: TravellingFact): Promise<number | undefined> {
    const fact = { subject, messageId: id, payload };
    const attempt = this.failing.id === id ? this.failing.attempts + 1 : 1;
    try {
      await this.handling.handle(fact);
    } catch (error) {
      const settlement = settle(error, attempt);
      if (settlement.kind === 'retry') {
        this.logger.warn({ err: error, fact: id, attempt }, 'not handled; trying again');
        this.failing = { id, attempts: attempt };
        return settlement.delayMs;
      }
      this.logger.error({ err: error, fact: id, attempt }, 'not handled; it is a dead letter now');
      if (!(await this.bury(fact, error, attempt))) return 1_000;
    }
    return undefined;
  }

  private async bury(fact: Fact, error: unknown, attempt: number): Promise<boolean> {
    return this.handling.bury(fact, error, attempt).then(
      () => true,
      () => false,
    );
  }
}

function contextOfFact({ id, request_id, traceparent }: TravellingFact): CallContext {
  return { requestId: request_id ?? id, ...(traceparent === undefined ? {} : { traceparent }) };
}
