import { Logger } from '@nestjs/common';
import { inCall, type CallContext } from '../../calls/call-context.js';
import { isOutage } from '../../storage/outage.js';
import { FactCounts } from './count-facts.js';
import { mostAttempts, settle, spread } from './settle.js';

export interface Fact {
  /** `event-log.accepted.7`, without the namespace. */
  subject: string;
  messageId: string;
  payload: string;
  call: CallContext;
  /** True if NATS has delivered it before. */
  repeated?: boolean;
}

/** All methods may be called twice with the same facts. */
export interface FactHandling {
  together: boolean;
  remaining(facts: Fact[]): Promise<Fact[]>;
  handle(facts: Fact[]): Promise<void>;
  bury(fact: Fact, error: unknown, attempts: number): Promise<void>;
}

/** Milliseconds until a message is tried again; undefined when all its facts are handled or buried. */
export type Pause = number | undefined;

/** The fact of a partition that failed last. A replica that takes over counts anew, which only means more attempts. */
export class LastFailure {
  private id = '';
  private faults = 0;
  private outages = 0;

  count(id: string, kind: 'fault' | 'outage'): number {
    if (id !== this.id) {
      this.id = id;
      this.faults = 0;
      this.outages = 0;
    }
    if (kind === 'outage') return (this.outages += 1);
    return (this.faults += 1);
  }

  isOf(fact: Fact | undefined): boolean {
    return fact !== undefined && fact.messageId === this.id;
  }
}

interface Message {
  facts: Fact[];
  lastFailure: LastFailure;
  settled: (pause: Pause) => void;
}

/** The most facts of a set. Only a single message may hold more. */
const mostFacts = 500;
/**
 * The most sets under way. While one waits for the database, this process can judge the other. A second one begins only
 * when so many facts wait, so that small sets still gather.
 */
const mostSets = 2;
const enoughForAnother = 100;
/** After a set that took longer than this, the next one is smaller, because all partitions wait for it. */
const longMs = 1_000;
/** After a loss of NATS's data all facts come again, in large messages: one query then skips a whole set. */
const maybeRepeated = 50;
/** The pause after a dead letter could not be written or the inbox could not be read. */
const mendMs = 1_000;

/**
 * Handles the messages of one kind of fact in sets. The messages that arrive while a set is under way, from all partitions
 * that this process reads, are the next set. So a lone fact is handled at once, and many facts cost less each. A
 * partition hands out its next message after the one before is settled, so its facts keep their order.
 */
export class Gatherer {
  private readonly logger: Logger;
  private readonly counts: FactCounts;
  private readonly waiting: Message[] = [];
  private underWay = 0;
  private most = mostFacts;

  constructor(
    name: string,
    private readonly handling: FactHandling,
  ) {
    this.logger = new Logger(`Consumer ${name}`);
    this.counts = new FactCounts(name);
  }

  settle(facts: Fact[], lastFailure: LastFailure): Promise<Pause> {
    return new Promise((settled) => {
      const message = { facts, lastFailure, settled };
      if (!this.handling.together) void this.settleEach(message);
      else {
        this.waiting.push(message);
        void this.run();
      }
    });
  }

  private async run(): Promise<void> {
    while (this.mayBegin()) {
      this.underWay += 1;
      try {
        const [set, begun] = [this.nextSet(), performance.now()];
        await this.settleSet(set);
        const isLong = performance.now() - begun > longMs;
        this.most = isLong ? Math.ceil(countOf(set) / 2) : Math.min(mostFacts, this.most * 2);
      } finally {
        this.underWay -= 1;
      }
    }
  }

  private mayBegin(): boolean {
    if (this.underWay === 0) return this.waiting.length > 0;
    return this.underWay < mostSets && countOf(this.waiting) >= enoughForAnother;
  }

  /** A message that has failed is a set of its own, so that it delays no other message again. */
  private nextSet(): Message[] {
    let count = 0;
    const [first] = this.waiting;
    const end = this.waiting.findIndex((message, index) => {
      count += message.facts.length;
      return index > 0 && (count > this.most || hasFailed(message) || (first !== undefined && hasFailed(first)));
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
    if (first) await inCall(first.call, () => this.handle(left));
  }

  private handle(facts: Fact[]): Promise<void> {
    return this.counts.of(facts.length, () => this.handling.handle(facts));
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
      await this.handle([fact]);
    } catch (error) {
      const pause = this.pauseAfter(error, message, fact);
      if (pause !== undefined) return pause;
      this.logger.error(
        { err: error, fact: fact.messageId, attempts: mostAttempts },
        'a fact failed too often; it is a dead letter now',
      );
      const buried = await this.handling.bury(fact, error, mostAttempts).then(
        () => true,
        () => false,
      );
      if (!buried) return mendMs;
      this.counts.dead.inc();
    }
    return undefined;
  }

  private pauseAfter(error: unknown, { lastFailure }: Message, fact: Fact | undefined): Pause {
    const id = fact?.messageId ?? '';
    const attempt = lastFailure.count(id, isOutage(error) ? 'outage' : 'fault');
    const settlement = settle(error, attempt);
    if (settlement.kind === 'dead-letter') return undefined;
    this.logger.warn({ err: error, fact: id, attempt }, 'a fact failed; trying again');
    return spread(settlement.delayMs);
  }
}

function countOf(messages: Message[]): number {
  return messages.reduce((sum, { facts }) => sum + facts.length, 0);
}

function hasFailed({ facts, lastFailure }: Message): boolean {
  return facts.some((fact) => lastFailure.isOf(fact));
}
