import type { FactContract } from '@ces/contracts/rpc';
import { UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload as Body } from '@nestjs/microservices';
import type { CallContext } from '../calls/call-context.js';
import { RethrowFilter } from '../calls/rethrow.filter.js';

export interface OnFactExtras {
  fact: FactContract<object>;
  together: boolean;
  inTwoParts: boolean;
}

export interface Delivery {
  messageId: string;
}

export interface DeliveredFact<Payload extends object> {
  messageId: string;
  payload: Payload;
  /** The request that caused the fact. `newFact` passes it on to the facts that follow. */
  call: CallContext;
}

/**
 * Handles a fact exactly once: the effect and the mark in the inbox are one transaction. Facts of one partition come
 * one after the other, in the order of their commits. If the handler throws, the fact is tried again after growing
 * pauses and ends as a dead letter. While a needed part is away, it waits without a limit.
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
 * Handles a set of up to 500 facts in one transaction: those that arrived while the set before was handled. Facts of
 * one partition are in their order. If the handler throws, it gets the facts of each message and then one by one, so
 * that only a faulty fact becomes a dead letter.
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
 * Handles a set of facts in two parts. The method runs before the transaction, so that it can call other services
 * without holding a lock or a connection. It returns the function that writes in the transaction.
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
