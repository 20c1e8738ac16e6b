import type { FactContract } from '@ces/contracts/rpc';
import { UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload as Body } from '@nestjs/microservices';
import type { CallContext } from '../calls/call-context.js';
import { RethrowFilter } from '../calls/rethrow.filter.js';

export interface OnFactExtras {
  fact: FactContract<object>;
  /** True when the handler takes all fresh facts of a set. */
  together: boolean;
  /** True when the handler runs before the transaction, and returns a function that writes in it. */
  inTwoParts: boolean;
}

/** Data that a handler gets beside the payload. */
export interface Delivery {
  messageId: string;
}

export interface DeliveredFact<Payload extends object> {
  messageId: string;
  payload: Payload;
  /** The request that caused the fact. `newFact` passes it on to facts that follow from it. */
  call: CallContext;
}

/**
 * Handles a fact exactly once: the effect and the mark in the inbox are one transaction. Facts of one partition come one
 * after the other, in the order of their commits. A fact whose handler throws is retried with growing pauses and ends as a
 * dead letter. It waits without a limit while a needed part is away.
 */
export function OnFact<Payload extends object>(fact: FactContract<Payload>) {
  return <Method extends (payload: Payload, delivery: Delivery) => Promise<void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    register({ fact, together: false, inTwoParts: false }, target, key, descriptor);
  };
}

/**
 * Handles a set of facts in one transaction: what has arrived while the set before was handled, up to 500 facts without those
 * handled before. Facts of one partition are in their order. When the handler throws, it gets the facts of each message, and
 * then one by one, so that only a faulty fact becomes a dead letter.
 */
export function OnFacts<Payload extends object>(fact: FactContract<Payload>) {
  return <Method extends (facts: DeliveredFact<Payload>[]) => Promise<void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    register({ fact, together: true, inTwoParts: false }, target, key, descriptor);
  };
}

/** Writes the effect. `fresh` holds the message ids of facts that were not handled before. */
export type WriteEffect = (fresh: ReadonlySet<string>) => Promise<void>;

/**
 * Handles a set of facts in two parts. The method runs before the transaction, so that it can call other services without
 * holding a lock or a connection. It returns the function that writes the effect in the transaction.
 */
export function OnFactsInTwoParts<Payload extends object>(fact: FactContract<Payload>) {
  return <Method extends (facts: DeliveredFact<Payload>[]) => Promise<WriteEffect>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    register({ fact, together: true, inTwoParts: true }, target, key, descriptor);
  };
}

function register(extras: OnFactExtras, target: object, key: string, descriptor: PropertyDescriptor): void {
  UseFilters(RethrowFilter)(target, key, descriptor);
  Body()(target, key, 0);
  Ctx()(target, key, 1);
  // Nest's type of a handler does not know the event's payload.
  const pattern = EventPattern(extras.fact.subject, extras) as MethodDecorator;
  pattern(target, key, descriptor);
}
