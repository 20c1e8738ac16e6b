import {
  idsAtOnce,
  reconciliation,
  type FactRef,
  type FactSum,
  type FactsOfSpan,
  type FactsToRepeat,
  type PublishedIds,
  type PublishedSum,
  type Reading,
  type Repeated,
  type Span,
} from '@ces/contracts/facts/reconciliation';
import { Problem } from '@ces/contracts/problems';
import type { FactContract, Rpc } from '@ces/contracts/rpc';
import { JetStreamApiError } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import { Nats } from '../../nats.js';
import { OutboxRelay } from '../outbox-relay.js';
import type { Relay } from '../relay.js';
import { consumerName, consumersOf } from '../streams.js';
import { ErasedFactStore } from './erased-fact.store.js';
import { HandledStore } from './handled.store.js';
import { OutboxRecordsStore } from './outbox-records.store.js';
import type { RecordedSource } from './recorded-source.js';

/** A call that every service answers without a controller. */
export interface OwnCall {
  contract: Rpc<object, unknown>;
  answer: (request: object) => Promise<unknown>;
}

/** Answers for the facts that this service has published and handled, so that services can be compared. */
@Injectable()
export class FactRecords {
  private readonly service: string;
  private readonly sources = new Map<string, { source: RecordedSource; relay: Relay }>();

  constructor(
    private readonly nats: Nats,
    private readonly handledFacts: HandledStore,
    private readonly erasedFacts: ErasedFactStore,
    outbox: OutboxRecordsStore,
    relay: OutboxRelay,
  ) {
    this.service = nats.settings.service;
    this.add(outbox, relay);
  }

  add(source: RecordedSource, relay: Relay): void {
    this.sources.set(source.stream, { source, relay });
  }

  calls(reads: FactContract<object>[]): OwnCall[] {
    const { published, publishedIds, handled, handledIds, reading, repeat } = reconciliation(this.service);
    return [
      { contract: published, answer: (span) => this.published(span as Span) },
      { contract: publishedIds, answer: (facts) => this.publishedIds(facts as FactsOfSpan) },
      { contract: handled, answer: (span) => this.handled(span as Span, reads) },
      { contract: handledIds, answer: (facts) => this.handledIds(facts as FactsOfSpan) },
      { contract: reading, answer: (ref) => this.reading(ref as FactRef, reads) },
      { contract: repeat, answer: (facts) => this.repeat(facts as FactsToRepeat) },
    ];
  }

  private async published(span: Span): Promise<PublishedSum[] | null> {
    if (!(await this.erasedFacts.knowsAllSince(span.from))) return null;
    const lists = await Promise.all([...this.sources.values()].map(({ source }) => source.sums(span)));
    const erased = (await this.erasedFacts.sums(span)).map((sum) => ({ ...sum, waiting: 0 }));
    return addUp([...lists.flat(), ...erased]);
  }

  private async publishedIds({ subject, ...span }: FactsOfSpan): Promise<PublishedIds> {
    const ids = (await this.sourceOf(subject)?.source.ids(span, subject, idsAtOnce)) ?? [];
    return { ids, erased: await this.erasedFacts.ids(span, subject, idsAtOnce) };
  }

  private async handled(span: Span, reads: FactContract<object>[]): Promise<FactSum[] | null> {
    if (!(await this.erasedFacts.knowsAllSince(span.from))) return null;
    const sums = new Map((await this.handledFacts.sums(span)).map((sum) => [sum.consumer, sum]));
    return reads.map(({ subject }) => {
      const { count, digest } = sums.get(consumerName(this.service, subject)) ?? { count: 0, digest: '0' };
      return { subject, count, digest };
    });
  }

  private handledIds({ subject, ...span }: FactsOfSpan): Promise<string[]> {
    return this.handledFacts.ids(span, consumerName(this.service, subject), idsAtOnce);
  }

  private async reading({ subject }: FactRef, reads: FactContract<object>[]): Promise<Reading[]> {
    const manager = await this.nats.manager();
    const sources = reads.filter((fact) => fact.subject === subject).flatMap((fact) => consumersOf(this.service, fact));
    return Promise.all(
      sources.map(async ({ stream, name }) => {
        const info = await manager.consumers.info(this.nats.streamOf(stream), name).catch(asOutage);
        const left = info.num_pending + info.num_ack_pending;
        return { consumer: name, acknowledged: info.ack_floor.consumer_seq, left };
      }),
    );
  }

  private async repeat({ subject, ids }: FactsToRepeat): Promise<Repeated> {
    const found = this.sourceOf(subject);
    if (!found || ids.length === 0) return { repeated: 'these' };
    const repeated = await found.source.repeat(ids);
    found.relay.wake();
    return { repeated };
  }

  private sourceOf(subject: string) {
    const [stream = ''] = subject.split('.');
    return this.sources.get(stream);
  }
}

/** A consumer that is not made yet has read nothing, so it has no answer. */
function asOutage(error: unknown): never {
  if (!(error instanceof JetStreamApiError)) throw error;
  throw new Problem('service-unavailable', 'The consumer of these facts does not exist.', { retry_after: 1 });
}

/** One sum for each kind of fact: those of partitions and of erased facts are added to it. */
function addUp(parts: PublishedSum[]): PublishedSum[] {
  const groups = Map.groupBy(parts, ({ subject }) => subject.replace(/\.\d+$/, ''));
  return [...groups].map(([subject, some]) => ({
    subject,
    count: some.reduce((sum, { count }) => sum + count, 0),
    digest: String(some.reduce((sum, { digest }) => sum ^ BigInt(digest), 0n)),
    waiting: some.reduce((sum, { waiting }) => sum + waiting, 0),
  }));
}
