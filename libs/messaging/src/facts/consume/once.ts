import { Logger } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import { invoke } from '../../calls/invoke.js';
import type { InboxStore } from '../../storage/inbox.store.js';
import { isOutage } from '../../storage/outage.js';
import type { Transactions } from '../../storage/transactions.js';
import type { DeliveredFact, Delivery, OnFactExtras, WriteEffect } from '../on-fact.js';
import type { Fact } from './gatherer.js';

/** After a fact that was handled before, or a failure, others are likely. */
const carefulMs = 5_000;

/**
 * Handles the facts of one consumer once: the effect and the mark in the inbox are one transaction. Sets of facts are
 * taken for new ones and marked by the last statement. If it fails, all is taken back and done again in the careful way,
 * which marks first and handles only what was not marked before.
 */
export class Once {
  private readonly logger: Logger;
  private carefulUntil = -Infinity;

  constructor(
    private readonly consumer: string,
    private readonly handler: MessageHandler,
    private readonly transactions: Transactions,
    private readonly inbox: InboxStore,
  ) {
    this.logger = new Logger(`Consumer ${consumer}`);
  }

  async handle(facts: Fact[]): Promise<void> {
    if (!this.mayBeNew(facts)) return this.handleCarefully(facts);
    try {
      await this.handleAsNew(facts);
    } catch (error) {
      // The facts come again after a pause, as repeated ones.
      if (isOutage(error)) throw error;
      if (!isForeseen(error))
        this.logger.warn(
          { err: error, facts: facts.length },
          'facts were no new ones, or their set failed; doing it again',
        );
      this.carefulUntil = performance.now() + carefulMs;
      await this.handleCarefully(facts);
    }
  }

  async handleCarefully(facts: Fact[]): Promise<void> {
    const { together } = this.extras;
    const write = await this.prepare(facts);
    await this.transactions.run(async () => {
      const first = await this.inbox.markHandled(this.consumer, facts.map(messageId));
      const fresh = facts.filter((fact) => first.has(fact.messageId)).map(toDelivered);
      const [only] = fresh;
      if (!only) return;
      if (write) await write(first);
      else if (together) await invoke(this.handler, fresh);
      else await invoke(this.handler, only.payload, { messageId: only.messageId } satisfies Delivery);
    });
  }

  private async handleAsNew(facts: Fact[]): Promise<void> {
    const write = await this.prepare(facts);
    await this.transactions.attempt(async () => {
      await this.inbox.markLate(this.consumer, facts.map(messageId));
      if (write) await write(new Set(facts.map(messageId)));
      else await invoke(this.handler, facts.map(toDelivered));
    });
  }

  /** Handlers of single facts are rare, and may do what no transaction takes back. */
  private mayBeNew(facts: Fact[]): boolean {
    if (!this.extras.together || performance.now() < this.carefulUntil) return false;
    return facts.every(({ repeated }) => !repeated);
  }

  private async prepare(facts: Fact[]): Promise<WriteEffect | undefined> {
    if (!this.extras.inTwoParts) return undefined;
    return (await invoke(this.handler, facts.map(toDelivered))) as WriteEffect;
  }

  private get extras(): OnFactExtras {
    return this.handler.extras as OnFactExtras;
  }
}

/** A fact that was handled before, or a demand of the transaction that is not met: a user was erased meanwhile, for example. */
function isForeseen(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return (code === '23505' && constraint === 'inbox_pkey') || code === '22012';
}

const messageId = (fact: Fact): string => fact.messageId;

function toDelivered({ messageId, payload, call }: Fact): DeliveredFact<object> {
  return { messageId, payload: JSON.parse(payload) as object, call };
}
