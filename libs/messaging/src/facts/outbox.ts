import type { FactContract } from '@ces/contracts/rpc';
import { Injectable } from '@nestjs/common';
import { currentCall, type CallContext } from '../calls/call-context.js';
import { writtenFacts } from '../tracing/describe-spans.js';
import { Tracing } from '../tracing/tracing.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxStore } from './outbox.store.js';
import { partitionOf } from './partition.js';
import type { NewOutboxFact } from './publish/new-rows.js';

export type NewFact = NewOutboxFact;

/**
 * The only way for facts to leave a service: they are written in the transaction of the change, and the relay publishes
 * them after its commit. Write (lock) the rows of a fact before you add it: then the outbox has the order of the
 * commits.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly store: OutboxStore,
    private readonly relay: OutboxRelay,
    private readonly tracing: Tracing,
  ) {}

  async add<Payload extends object>(fact: FactContract<Payload>, payload: Payload, key?: string): Promise<void> {
    await this.addAll([newFact(fact, payload, { key })]);
  }

  /** With one statement, and facts of one subject in the order given. */
  async addAll(facts: NewFact[]): Promise<void> {
    if (facts.length === 0) return;
    await this.tracing.inEach(writtenFacts, facts, (traced) =>
      this.store.add(traced, (handed) => {
        if (handed) this.relay.handOver(handed);
        else this.relay.wake();
      }),
    );
  }
}

/** The fact belongs to the current request unless `call` names another. */
export function newFact<Payload extends object>(
  fact: FactContract<Payload>,
  payload: Payload,
  { key, call = currentCall() }: { key?: string | undefined; call?: CallContext | undefined } = {},
): NewFact {
  return { subject: subjectOf(fact, key), payload, call };
}

/** `event-log.accepted.7` for a partitioned fact, `identity.user-created` for others. */
export function subjectOf(fact: FactContract<object>, key?: string): string {
  if (fact.partitions === 1) return fact.subject;
  if (key === undefined) throw new Error(`${fact.subject} has partitions: pass the key that decides which one`);
  return `${fact.subject}.${partitionOf(key, fact.partitions)}`;
}
