import type { Event } from '@ces/contracts/rpc';
import { Injectable } from '@nestjs/common';
import { currentCall, type CallContext } from '../calls/call-context.js';
import { newId } from '../storage/ids.js';
import { partitionOf } from './partition.js';
import { Relay } from './relay.js';
import { afterCommit, Transactions } from '../storage/transactions.js';

export interface NewFact {
  subject: string;
  /** JSON text. */
  payload: string;
  call: CallContext | undefined;
}

/**
 * Facts leave a service only through here: written in the transaction of the change, published after its commit by the
 * relay. Add facts after the rows they speak of are written (locked): then the order of the outbox is the commit order.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly transactions: Transactions,
    private readonly relay: Relay,
  ) {}

  /** Adds a fact to the open transaction. */
  async add<Payload extends object>(event: Event<Payload>, payload: Payload, key?: string): Promise<void> {
    await this.addAll([newFact(event, payload, { key })]);
  }

  /** Adds facts in the order given, with one statement. */
  async addAll(facts: NewFact[]): Promise<void> {
    if (facts.length === 0) return;
    await this.transactions.open.query(
      `INSERT INTO outbox (message_id, subject, payload, request_id, traceparent)
       SELECT message_id, subject, payload, request_id, traceparent
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
              AS given (message_id, subject, payload, request_id, traceparent, place)
        ORDER BY place`,
      [
        facts.map(() => newId()),
        facts.map((fact) => fact.subject),
        facts.map((fact) => fact.payload),
        facts.map((fact) => fact.call?.requestId ?? null),
        facts.map((fact) => fact.call?.traceparent ?? null),
      ],
    );
    afterCommit(() => {
      this.relay.wake();
    });
  }
}

/** A fact to be told: of the request at hand, or of the one that `call` says. */
export function newFact<Payload extends object>(
  event: Event<Payload>,
  payload: Payload,
  { key, call = currentCall() }: { key?: string | undefined; call?: CallContext | undefined } = {},
): NewFact {
  return { subject: subjectOf(event, key), payload: JSON.stringify(payload), call };
}

/** `event-log.accepted.7` for a partitioned fact, `identity.user-created` for others. */
export function subjectOf(event: Event<object>, key?: string): string {
  if (event.partitions === 1) return event.subject;
  if (key === undefined) throw new Error(`${event.subject} has partitions: say the key that decides which`);
  return `${event.subject}.${partitionOf(key, event.partitions)}`;
}
