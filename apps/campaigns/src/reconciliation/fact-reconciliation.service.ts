import { databaseServices } from '@ces/contracts/dead-letters';
import { idsAtOnce, type Reading, type Span } from '@ces/contracts/facts/reconciliation';
import { Injectable, Logger } from '@nestjs/common';
import { nameOf } from './closed-hours.js';
import { namedAtMost, type Difference, type Pair, type Suspect } from './difference.js';
import { GrantReconciliation } from './grant-reconciliation.service.js';
import { isAway, isEqual, noFacts, publisherOf, Services } from './services.js';

export interface ComparedHour {
  equal: Pair[];
  suspects: Suspect[];
  /** Services that did not answer, or have no records of the hour. */
  silent: string[];
  /** Those of them that did not answer. */
  away: string[];
}

/** A suspect whose facts are no longer on their way, with what is missing on either side. Often nothing is missing. */
export interface Explained {
  suspect: Suspect;
  differences: Difference[];
}

interface Part {
  unhandled: string[];
  unpublished: string[];
}

/** How many parts a span is cut into when it holds more ids than a reply. */
const cuts = 16;

/** Holds the ids of one part of an hour at a time. */
@Injectable()
export class FactReconciliation {
  private readonly logger = new Logger('Reconciliation');

  constructor(
    private readonly services: Services,
    private readonly grants: GrantReconciliation,
  ) {}

  async compare(hour: Span): Promise<ComparedHour> {
    const { published, handled, away } = await this.services.sumsOf(hour);
    const compared: ComparedHour = { equal: [], suspects: [], silent: [], away };
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

  /** Looks at each suspect. Facts on their way may still explain those that stay unsure. */
  async lookAt(suspects: Suspect[]): Promise<{ explained: Explained[]; unsure: Suspect[] }> {
    const explained: Explained[] = [];
    const unsure: Suspect[] = [];
    for (const suspect of suspects) {
      const differences = await this.look(suspect).catch((error: unknown) => {
        this.tellFailure(suspect, error);
      });
      if (differences) explained.push({ suspect, differences });
      else unsure.push(suspect);
    }
    return { explained, unsure };
  }

  /**
   * Looks again at an hour that differed. Returns undefined while some of its facts may be on their way: first until all
   * are published, then until the reader has acknowledged as many messages as were left for it at that moment.
   */
  private async look(suspect: Suspect): Promise<Difference[] | undefined> {
    const { pair, hour } = suspect;
    if (!suspect.readAtFirst && (await this.services.publishedOf(pair, hour)).waiting > 0) return undefined;
    const now = await this.services.readingOf(pair);
    suspect.readAtFirst ??= now;
    if (!hasCaughtUp(suspect.readAtFirst, now)) return undefined;
    return this.differencesOf(suspect);
  }

  /** Publishes again what the reader has not handled. `all later` means that later facts were repeated, too. */
  async repeat({ pair, hour }: Suspect): Promise<'these' | 'all later'> {
    for await (const { unhandled } of this.partsOf(pair, hour)) {
      if (unhandled.length === 0) continue;
      if ((await this.services.repeat(pair, unhandled)) === 'all later') return 'all later';
    }
    return 'these';
  }

  /** A service that is away is asked again later. Any other failure is logged once. */
  private tellFailure(suspect: Suspect, error: unknown): void {
    if (isAway(error) || suspect.failureTold) return;
    suspect.failureTold = true;
    const { pair, hour } = suspect;
    this.logger.error({ err: error, ...pair, hour: nameOf(hour) }, 'an hour could not be compared');
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

/** A fact that was deleted with its user does not count as missing. */
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
    const first = then.get(consumer);
    return left === 0 || (first !== undefined && acknowledged - first.acknowledged >= first.left);
  });
}
