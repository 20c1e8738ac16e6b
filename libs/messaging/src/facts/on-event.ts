import type { Event } from '@ces/contracts/rpc';
import { UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload as Body } from '@nestjs/microservices';
import type { EntityManager } from 'typeorm';
import type { CallContext } from '../calls/call-context.js';
import { RethrowFilter } from '../calls/rethrow.filter.js';

export interface OnEventExtras {
  event: Event<object>;
  /** Whether the handler takes all facts of a message at once. */
  together: boolean;
  /** Whether it is called before the transaction, and gives back what is to be done in it. */
  prepared: boolean;
}

/** What a handler learns about the message beside its payload. */
export interface Delivery {
  messageId: string;
  /** The transaction that also records the message as done; write with it, and both are committed or neither. */
  tx: EntityManager;
}

export interface DeliveredFact<Payload extends object> {
  messageId: string;
  payload: Payload;
  /** Of the request that caused the fact; `Outbox.addAll` takes it on. */
  call: CallContext;
}

/**
 * Acts on a fact, exactly once: the effect and the mark that it was done are one transaction. Facts of one partition
 * come one after the other, in the order in which they were committed. A throw is tried again with growing pauses and
 * ends as a dead letter; a database that is away is waited for, however long.
 */
export function OnEvent<Payload extends object>(event: Event<Payload>) {
  return <Method extends (payload: Payload, delivery: Delivery) => Promise<void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    register({ event, together: false, prepared: false }, target, key, descriptor);
  };
}

/**
 * As `OnEvent`, for effects that are written as sets: the facts that travelled in one message, up to 500 and in their
 * order, without those done before, in one transaction. When that throws they are taken one by one, so that only the
 * fact that is to blame becomes a dead letter.
 */
export function OnEvents<Payload extends object>(event: Event<Payload>) {
  return <Method extends (facts: DeliveredFact<Payload>[], delivery: Pick<Delivery, 'tx'>) => Promise<void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    register({ event, together: true, prepared: false }, target, key, descriptor);
  };
}

/** What is done in the transaction, for those of the facts that were not done before. */
export type PreparedAct = (fresh: ReadonlySet<string>, delivery: Pick<Delivery, 'tx'>) => Promise<void>;

/**
 * As `OnEvents`, in two parts. The method is called while there is no transaction yet: what other services must be asked
 * is asked here, so that no lock and no connection is held meanwhile. What it gives back is the effect.
 */
export function OnEventsPrepared<Payload extends object>(event: Event<Payload>) {
  return <Method extends (facts: DeliveredFact<Payload>[]) => Promise<PreparedAct>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    register({ event, together: true, prepared: true }, target, key, descriptor);
  };
}

function register(extras: OnEventExtras, target: object, key: string, descriptor: PropertyDescriptor): void {
  UseFilters(RethrowFilter)(target, key, descriptor);
  Body()(target, key, 0);
  Ctx()(target, key, 1);
  // Nest types the handler by its own idea of a payload; ours is the event's.
  const pattern = EventPattern(extras.event.subject, extras) as MethodDecorator;
  pattern(target, key, descriptor);
}
