import type { Event } from '@ces/contracts/rpc';
import { UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload as Body } from '@nestjs/microservices';
import type { EntityManager } from 'typeorm';

export interface OnEventExtras {
  event: Event<object>;
}
import { RethrowFilter } from './rethrow.filter.js';

/** What a handler learns about the message beside its payload. */
export interface Delivery {
  messageId: string;
  /** The transaction that also records the message as done; write with it, and both are committed or neither. */
  tx: EntityManager;
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
    UseFilters(RethrowFilter)(target, key, descriptor);
    Body()(target, key, 0);
    Ctx()(target, key, 1);
    // Nest types the handler by its own idea of a payload; ours is the event's.
    const pattern = EventPattern(event.subject, { event } satisfies OnEventExtras) as MethodDecorator;
    pattern(target, key, descriptor);
  };
}
