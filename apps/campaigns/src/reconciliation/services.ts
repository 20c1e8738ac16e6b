import { databaseServices } from '@ces/contracts/dead-letters';
import {
  reconciliation,
  type FactSum,
  type PublishedSum,
  type Reading,
  type Span,
} from '@ces/contracts/facts/reconciliation';
import type { Rpc } from '@ces/contracts/rpc';
import { Bus } from '@ces/messaging/calls/bus';
import { Problem } from '@ces/contracts/problems';
import { Injectable, Logger } from '@nestjs/common';
import type { Pair } from './difference.js';

/** An hour may hold millions of facts. */
const timeout = 30_000;

/** The services whose log is a stream of its own. */
const ownersOfLogs: Record<string, string> = { 'event-log': 'events' };

/** Sums by service and kind of fact. A service that is missing is away, or has no records of the span. */
export interface Sums {
  published: Map<string, Map<string, PublishedSum>>;
  handled: Map<string, Map<string, FactSum>>;
  away: string[];
}

export interface IdsOfPair {
  published: string[];
  erased: string[];
  handled: string[];
}

@Injectable()
export class Services {
  private readonly logger = new Logger('Reconciliation');

  constructor(private readonly bus: Bus) {}

  async sumsOf(span: Span): Promise<Sums> {
    const contracts = databaseServices.map((name) => ({ name, ...reconciliation(name) }));
    const away = new Set<string>();
    const ask = async <Sum extends FactSum>(name: string, sums: Rpc<Span, Sum[] | null>) => {
      const failed = (error: unknown): null => {
        if (!isAway(error)) this.logger.error({ err: error }, `${name} could not be compared`);
        away.add(name);
        return null;
      };
      return [name, await this.bus.call(sums, span, { timeout }).catch(failed)] as const;
    };
    const published = await Promise.all(contracts.map((each) => ask(each.name, each.published)));
    // Asked after `published`: a fact that is handled meanwhile was published before.
    const handled = await Promise.all(contracts.map((each) => ask(each.name, each.handled)));
    return { published: answered(published), handled: answered(handled), away: [...away] };
  }

  async publishedOf({ publisher, subject }: Pair, span: Span): Promise<PublishedSum> {
    const sums = await this.bus.call(reconciliation(publisher).published, span, { timeout });
    return sums?.find((sum) => sum.subject === subject) ?? { ...noFacts(subject), waiting: 0 };
  }

  async handledOf({ reader, subject }: Pair, span: Span): Promise<FactSum> {
    const sums = await this.bus.call(reconciliation(reader).handled, span, { timeout });
    return sums?.find((sum) => sum.subject === subject) ?? noFacts(subject);
  }

  async idsOfPair({ publisher, reader, subject }: Pair, span: Span): Promise<IdsOfPair> {
    const { ids, erased } = await this.bus.call(
      reconciliation(publisher).publishedIds,
      { ...span, subject },
      { timeout },
    );
    const handled = await this.bus.call(reconciliation(reader).handledIds, { ...span, subject }, { timeout });
    return { published: ids, erased, handled };
  }

  readingOf({ reader, subject }: Pair): Promise<Reading[]> {
    return this.bus.call(reconciliation(reader).reading, { subject });
  }

  async repeat({ publisher, subject }: Pair, ids: string[]): Promise<'these' | 'all later'> {
    return (await this.bus.call(reconciliation(publisher).repeat, { subject, ids }, { timeout })).repeated;
  }
}

export function isAway(error: unknown): boolean {
  return error instanceof Problem && error.code === 'service-unavailable';
}

export function noFacts(subject: string): FactSum {
  return { subject, count: 0, digest: '0' };
}

export function isEqual(one: FactSum, other: FactSum): boolean {
  return one.count === other.count && one.digest === other.digest;
}

export function publisherOf(subject: string): string {
  const [stream = ''] = subject.split('.');
  return ownersOfLogs[stream] ?? stream;
}

function answered<Sum extends FactSum>(lists: (readonly [string, Sum[] | null])[]): Map<string, Map<string, Sum>> {
  return new Map(
    lists.flatMap(([name, sums]) => (sums ? [[name, new Map(sums.map((sum) => [sum.subject, sum]))] as const] : [])),
  );
}
