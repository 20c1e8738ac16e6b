import { databaseServices } from '@ces/contracts/dead-letters';
import { idsAtOnce, type Reading, type Span } from '@ces/contracts/facts/reconciliation';
import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { namedAtMost, type Difference, type Pair } from './difference.js';
import { GrantReconciliation } from './grant-reconciliation.service.js';
import { isEqual, noFacts, publisherOf, Services } from './services.js';

/** An hour of a pair whose sums differ. Facts that are on their way explain most of these. */
export interface Suspect {
  pair: Pair;
  hour: Span;
  /** How far the reader had read when all facts of the hour were published. */
  seen?: Reading[];
}

export interface ComparedHour {
  equal: Pair[];
  suspects: Suspect[];
  /** Services that did not answer, or have no records of the hour. */
  silent: string[];
}

/** A suspect that is explained, by differences or by nothing. */
export interface Looked {
  suspect: Suspect;
  differences: Difference[];
}

/** Ids of facts in one part of an hour. */
interface Part {
  unhandled: string[];
  unpublished: string[];
}

/** How many parts a span is cut into when it holds more ids than a reply. */
const cuts = 16;

/** Compares what services have published with what others have handled. It holds the ids of one part of an hour at a time. */
@Injectable()
export class FactReconciliation {
  constructor(
    private readonly services: Services,
    private readonly grants: GrantReconciliation,
  ) {}

  async compare(hour: Span): Promise<ComparedHour> {
    const { published, handled } = await this.services.sumsOf(hour);
    const compared: ComparedHour = { equal: [], suspects: [], silent: [] };
    for (const [reader, sums] of handled) {
      for (const [subject, sum] of sums) {
        const pair = { subject, publisher: publisherOf(subject), reader };
        const facts = published.get(pair.publisher);
        if (!facts) continue;
        if (isEqual(sum, facts.get(subject) ?? noFacts(subject))) compared.equal.push(pair);
        else compared.suspects.push({ pair, hour });
      }
    }
    compared.silent = databaseServices.filter((name) => !published.has(name) || !handled.has(name));
    return compared;
  }

  /** Looks at each suspect. Those that stay open may still be explained by facts that are on their way. */
  async lookAt(suspects: Suspect[]): Promise<{ looked: Looked[]; open: Suspect[] }> {
    const looked: Looked[] = [];
    const open: Suspect[] = [];
    for (const suspect of suspects) {
      const differences = await this.look(suspect).catch(unlessAway);
      if (differences) looked.push({ suspect, differences });
      else open.push(suspect);
    }
    return { looked, open };
  }

  /**
   * Looks again at an hour that differed. Returns undefined while some of its facts may be on their way: first until all
   * are published, then until the reader has acknowledged as many messages as were left for it at that moment.
   */
  private async look(suspect: Suspect): Promise<Difference[] | undefined> {
    const { pair, hour } = suspect;
    if (!suspect.seen && (await this.services.publishedOf(pair, hour)).waiting > 0) return undefined;
    const now = await this.services.readingOf(pair);
    suspect.seen ??= now;
    if (!hasCaughtUp(suspect.seen, now)) return undefined;
    return this.differencesOf(suspect);
  }

  /** Publishes again what the reader has not handled. */
  async repeat({ pair, hour }: Suspect): Promise<'these' | 'all later'> {
    for await (const { unhandled } of this.partsOf(pair, hour)) {
      if (unhandled.length === 0) continue;
      if ((await this.services.repeat(pair, unhandled)) === 'all later') return 'all later';
    }
    return 'these';
  }

  private async differencesOf({ pair, hour }: Suspect): Promise<Difference[]> {
    const unhandled: Difference = { ...pair, hour, kind: 'unhandled', ids: [], count: 0 };
    const unpublished: Difference = { ...pair, hour, kind: 'unpublished', ids: [], count: 0 };
    for await (const part of this.partsOf(pair, hour)) {
      add(unhandled, part.unhandled);
      add(unpublished, part.unpublished);
    }
    const found = [unhandled, unpublished].filter(({ count }) => count > 0);
    return Promise.all(found.map((each) => this.grants.withLeftGrants(each)));
  }

  /** Cuts the span until the ids of a part fit into a reply. Parts whose sums are equal are left out. */
  private async *partsOf(pair: Pair, span: Span): AsyncGenerator<Part> {
    const published = await this.services.publishedOf(pair, span);
    const handled = await this.services.handledOf(pair, span);
    if (isEqual(published, handled)) return;
    const step = Math.ceil((span.until - span.from) / cuts);
    if (Math.max(published.count, handled.count) <= idsAtOnce || step <= 1) {
      yield partOf(await this.services.idsOfPair(pair, span));
      return;
    }
    for (let { from } = span; from < span.until; from += step)
      yield* this.partsOf(pair, { from, until: Math.min(from + step, span.until) });
  }
}

/** A service that is away now is asked again later. */
function unlessAway(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'service-unavailable') return;
  throw error;
}

/** Facts that were deleted with their user are missing nowhere. */
function partOf({ published, erased, handled }: { published: string[]; erased: string[]; handled: string[] }): Part {
  const known = new Set([...published, ...erased]);
  const done = new Set(handled);
  return {
    unhandled: published.filter((id) => !done.has(id)).sort(),
    unpublished: handled.filter((id) => !known.has(id)).sort(),
  };
}

function add(difference: Difference, ids: string[]): void {
  difference.count += ids.length;
  difference.ids.push(...ids.slice(0, namedAtMost - difference.ids.length));
}

function hasCaughtUp(before: Reading[], now: Reading[]): boolean {
  const then = new Map(before.map((each) => [each.consumer, each]));
  return now.every(({ consumer, acknowledged, left }) => {
    const seen = then.get(consumer);
    return left === 0 || (seen !== undefined && acknowledged - seen.acknowledged >= seen.left);
  });
}
