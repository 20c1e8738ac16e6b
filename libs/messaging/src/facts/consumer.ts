import { Logger } from '@nestjs/common';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { inCall, type CallContext } from '../calls/call-context.js';
import { readMessage, type TravellingFact } from './fact-message.js';
import type { Nats } from '../nats.js';
import { ackWaitMs, ensureConsumer, isStreamMissing, type ConsumerSource } from './streams.js';
import { isOutage, settle, spread } from './settle.js';

export interface Fact {
  /** `event-log.accepted.7`, without the namespace. */
  subject: string;
  messageId: string;
  payload: string;
  call: CallContext;
}

/** What is done with facts. It must be safe to call twice with the same ones. */
export interface FactHandling {
  /** Whether it takes many at once. */
  together: boolean;
  /** Without those that are done. */
  remaining(facts: Fact[]): Promise<Fact[]>;
  handle(facts: Fact[]): Promise<void>;
  bury(fact: Fact, error: unknown, attempts: number): Promise<void>;
}

/** Reads one durable consumer, message by message, and comes back after anything: a restart of NATS, the loss of its data. */
export class Consumer {
  private readonly logger: Logger;
  private readonly stopped = new AbortController();
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> | undefined;
  private reading = false;
  /** The service that owns the stream has not made it yet: there is nothing to read. */
  private waiting = false;
  /** The fact that failed last. Another replica counts anew: that only means more attempts. */
  private failing = { id: '', attempts: 0 };

  constructor(
    private readonly nats: Nats,
    private readonly source: ConsumerSource,
    private readonly handling: FactHandling,
  ) {
    this.logger = new Logger(`Consumer ${source.name}`);
  }

  /** Whether it is attached to its consumer, or will be as soon as there is something to read. */
  get ready(): boolean {
    return this.reading || this.waiting;
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
        this.explain(error);
      }
      this.reading = false;
      await sleep(300, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    }
  }

  private explain(error: unknown): void {
    const missing = isStreamMissing(error);
    if (!missing) this.logger.warn({ err: error }, 'reading stopped; starting again');
    else if (!this.waiting) this.logger.log(`waiting for the ${this.source.service} service to make its stream`);
    this.waiting = missing;
  }

  private async read(): Promise<void> {
    const manager = await this.nats.manager();
    const stream = this.nats.streamOf(this.source.service);
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
    this.waiting = false;
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
      const pauseMs = await this.settleAll(readMessage(message.string()).map((fact) => toFact(subject, fact)));
      if (pauseMs === undefined) message.ack();
      else message.nak(pauseMs);
    } finally {
      clearInterval(alive);
    }
  }

  /** Undefined when all are done or buried; else the pause before the message is tried again. */
  private async settleAll(facts: Fact[]): Promise<number | undefined> {
    const [first] = facts;
    if (!first) return undefined;
    let left = facts;
    if (facts.length > 1) {
      try {
        // After NATS lost its data everything comes again: a message is passed with one look, not with one for each fact.
        left = await this.handling.remaining(facts);
        if (this.handling.together) {
          await inCall(first.call, () => this.handling.handle(left));
          return undefined;
        }
      } catch (error) {
        if (isOutage(error)) return this.pauseAfter(error, first);
        this.logger.warn({ err: error, fact: first.messageId }, 'not handled together; now one by one');
      }
    }
    for (const fact of left) {
      const pauseMs = await inCall(fact.call, () => this.settleOne(fact));
      // What comes after it waits, to keep the order; what came before it is known to be done.
      if (pauseMs !== undefined) return pauseMs;
    }
    return undefined;
  }

  private pauseAfter(error: unknown, fact: Fact): number | undefined {
    const attempt = this.failing.id === fact.messageId ? this.failing.attempts + 1 : 1;
    const settlement = settle(error, attempt);
    if (settlement.kind === 'dead-letter') return undefined;
    this.logger.warn({ err: error, fact: fact.messageId, attempt }, 'not handled; trying again');
    this.failing = { id: fact.messageId, attempts: attempt };
    return spread(settlement.delayMs);
  }

  /** Undefined when the fact is done or buried; else the pause before it is tried again. */
  private async settleOne(fact: Fact): Promise<number | undefined> {
    try {
      await this.handling.handle([fact]);
    } catch (error) {
      const pauseMs = this.pauseAfter(error, fact);
      if (pauseMs !== undefined) return pauseMs;
      const attempts = this.failing.attempts + 1;
      this.logger.error({ err: error, fact: fact.messageId, attempts }, 'not handled; it is a dead letter now');
      if (!(await this.bury(fact, error, attempts))) return 1_000;
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

function toFact(subject: string, { id, request_id, traceparent, payload }: TravellingFact): Fact {
  const call = { requestId: request_id ?? id, ...(traceparent === undefined ? {} : { traceparent }) };
  return { subject, messageId: id, payload, call };
}
