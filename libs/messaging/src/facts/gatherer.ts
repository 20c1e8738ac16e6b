import { Logger } from '@nestjs/common';
import { inCall, type CallContext } from '../calls/call-context.js';
import { isOutage } from '../storage/outage.js';
import { settle, spread } from './settle.js';

export interface Fact {
  /** `event-log.accepted.7`, without the namespace. */
  subject: string;
  messageId: string;
  payload: string;
  call: CallContext;
}

/** The handling of facts. All methods are safe to call twice with the same facts. */
export interface FactHandling {
  /** True when `handle` takes facts of several messages at once. */
  together: boolean;
  /** The facts that were not handled before. */
  remaining(facts: Fact[]): Promise<Fact[]>;
  handle(facts: Fact[]): Promise<void>;
  bury(fact: Fact, error: unknown, attempts: number): Promise<void>;
}

/** Milliseconds until a message is tried again; undefined when all its facts are handled or buried. */
export type Pause = number | undefined;

/** The fact of a partition that failed last. Another replica starts its own count, which only means more attempts. */
export interface LastFailure {
  id: string;
  attempts: number;
}

interface Message {
  facts: Fact[];
  lastFailure: LastFailure;
  settled: (pause: Pause) => void;
}

/** A set has no more facts, unless they are of one message. */
const mostFacts = 500;
/** All facts come again after NATS has lost its data, in large messages: then one query passes a whole set. */
const maybeRepeated = 50;
/** The pause after a dead letter could not be written, or the inbox not be read. */
const mendMs = 1_000;

/**
 * Handles the messages of one kind of fact. One set is under way; the messages that arrive meanwhile, from all partitions
 * that this process reads, are the next one. So a lone fact is handled at once, and a fact costs less the more there are. A
 * partition hands out its next message when the one before is settled, so its facts keep their order.
 */
export class Gatherer {
  private readonly logger: Logger;
  private readonly waiting: Message[] = [];
  private running = false;

  constructor(
    name: string,
    private readonly handling: FactHandling,
  ) {
    this.logger = new Logger(`Consumer ${name}`);
  }

  /** Settles the facts of one message. */
  settle(facts: Fact[], lastFailure: LastFailure): Promise<Pause> {
    return new Promise((settled) => {
      const message = { facts, lastFailure, settled };
      if (!this.handling.together) void this.settleEach(message);
      else {
        this.waiting.push(message);
        if (!this.running) void this.run();
      }
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) await this.settleSet(this.nextSet());
    this.running = false;
  }

  private nextSet(): Message[] {
    let count = 0;
    const end = this.waiting.findIndex(({ facts }, index) => {
      count += facts.length;
      return index > 0 && count > mostFacts;
    });
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }

  private async settleSet(messages: Message[]): Promise<void> {
    const [only, second] = messages;
    if (only && !second && only.facts.length === 1) return this.settleEach(only);
    try {
      await this.handleTogether(messages.flatMap(({ facts }) => facts));
      for (const { settled } of messages) settled(undefined);
    } catch (error) {
      if (isOutage(error)) {
        for (const message of messages) message.settled(this.pauseAfter(error, message, message.facts[0]));
        return;
      }
      this.logger.warn({ err: error, messages: messages.length }, 'a set of facts failed; handling it in parts');
      for (const message of messages) {
        if (second) await this.settleSet([message]);
        else await this.settleEach(message);
      }
    }
  }

  private async handleTogether(facts: Fact[]): Promise<void> {
    const left = facts.length < maybeRepeated ? facts : await this.handling.remaining(facts);
    const [first] = left;
    if (first) await inCall(first.call, () => this.handling.handle(left));
  }

  private async settleEach(message: Message): Promise<void> {
    const { facts, settled } = message;
    try {
      const left = facts.length > 1 ? await this.handling.remaining(facts) : facts;
      for (const fact of left) {
        const pause = await inCall(fact.call, () => this.settleOne(fact, message));
        // Later facts wait, to keep the order. Earlier facts are handled, and are skipped at the next try.
        if (pause !== undefined) {
          settled(pause);
          return;
        }
      }
      settled(undefined);
    } catch (error) {
      settled(this.pauseAfter(error, message, facts[0]) ?? mendMs);
    }
  }

  private async settleOne(fact: Fact, message: Message): Promise<Pause> {
    try {
      await this.handling.handle([fact]);
    } catch (error) {
      const pause = this.pauseAfter(error, message, fact);
      if (pause !== undefined) return pause;
      const attempts = message.lastFailure.attempts + 1;
      this.logger.error(
        { err: error, fact: fact.messageId, attempts },
        'a fact failed too often; it is a dead letter now',
      );
      const buried = await this.handling.bury(fact, error, attempts).then(
        () => true,
        () => false,
      );
      if (!buried) return mendMs;
    }
    return undefined;
  }

  /** Returns undefined when the fact has failed too often. */
  private pauseAfter(error: unknown, { lastFailure }: Message, fact: Fact | undefined): Pause {
    const id = fact?.messageId ?? '';
    const attempt = lastFailure.id === id ? lastFailure.attempts + 1 : 1;
    const settlement = settle(error, attempt);
    if (settlement.kind === 'dead-letter') return undefined;
    this.logger.warn({ err: error, fact: id, attempt }, 'a fact failed; trying again');
    Object.assign(lastFailure, { id, attempts: attempt });
    return spread(settlement.delayMs);
  }
}
