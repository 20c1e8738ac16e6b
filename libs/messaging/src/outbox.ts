import type { Event } from '@ces/contracts/rpc';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentCall } from './call-context.js';
import { newId } from './ids.js';
import { partitionOf } from './partition.js';
import { Relay } from './relay.js';
import { afterCommit } from './transactions.js';

/**
 * Facts leave a service only through here: written in the transaction of the change, published after its commit by the
 * relay. Add facts after the rows they speak of are written (locked): then the order of the outbox is the commit order.
 */
@Injectable()
export class Outbox {
  constructor(private readonly relay: Relay) {}

  async add<Payload extends object>(
    tx: EntityManager,
    event: Event<Payload>,
    payload: Payload,
    key?: string,
  ): Promise<void> {
    await tx.query(
      'INSERT INTO outbox (message_id, subject, payload, request_id, traceparent) VALUES ($1, $2, $3, $4, $5)',
      [
        newId(),
        subjectOf(event, key),
        JSON.stringify(payload),
        currentCall()?.requestId ?? null,
        currentCall()?.traceparent ?? null,
      ],
    );
    afterCommit(() => {
      this.relay.wake();
    });
  }
}

/** `event-log.accepted.7` for a partitioned fact, `identity.user-created` for others. */
export function subjectOf(event: Event<object>, key?: string): string {
  if (event.partitions === 1) return event.subject;
  if (key === undefined) throw new Error(`${event.subject} has partitions: say the key that decides which`);
  return `${event.subject}.${partitionOf(key, event.partitions)}`;
}
