import { databaseServices } from '@ces/contracts/dead-letters';
import { eventAccepted } from '@ces/contracts/events/events';
import { reconciliation, type PublishedIds, type PublishedSum, type Span } from '@ces/contracts/facts/reconciliation';
import { idsBefore } from '@ces/messaging/storage/ids';
import { standIn } from '@ces/testing/services/stand-in';
import type { CampaignsUnderTest } from './run-campaigns.js';

/** Stands in for the other services. Only events has published facts. */
export class PublishedEvents {
  private readonly hashes = new Map<string, bigint>();
  readonly erased = new Set<string>();
  readonly repeated: string[] = [];
  waiting = 0;
  /** Hours whose ids are answered in a wrong form. */
  readonly malformed = new Set<number>();
  /** Called when the service asks for ids. */
  idsAsked: () => void = () => undefined;
  /** How many of the next answers say that an event of an hour waits, by the beginning of the hour. */
  readonly answersWaiting = new Map<number, number>();
  private readonly endings = new Map<string, (() => void)[]>();

  private constructor(private readonly service: CampaignsUnderTest) {}

  static async beside(service: CampaignsUnderTest): Promise<PublishedEvents> {
    const events = new PublishedEvents(service);
    for (const name of databaseServices.filter((each) => each !== 'campaigns')) {
      const { published, handled } = reconciliation(name);
      events.endings.set(name, [
        await standIn(service.app, published, (span) => (name === 'events' ? [events.sumOf(span)] : [])),
        await standIn(service.app, handled, () => []),
      ]);
    }
    const { publishedIds, repeat } = reconciliation('events');
    await standIn(service.app, publishedIds, (span) => {
      events.idsAsked();
      if (events.malformed.has(span.from)) return {} as PublishedIds;
      const ids = events.idsOf(span);
      return { ids: ids.filter((id) => !events.erased.has(id)), erased: ids.filter((id) => events.erased.has(id)) };
    });
    await standIn(service.app, repeat, ({ ids }) => {
      events.repeated.push(...ids);
      return { repeated: 'all later' as const };
    });
    return events;
  }

  async add(ids: string[]): Promise<void> {
    const rows = await this.service.query<{ id: string; hash: string }>(
      'SELECT id, uuid_hash_extended(id, 0)::text AS hash FROM unnest($1::uuid[]) AS x(id)',
      [ids],
    );
    for (const { id, hash } of rows) this.hashes.set(id, BigInt(hash));
  }

  end(name: string): void {
    for (const end of this.endings.get(name) ?? []) end();
  }

  forgetAll(): void {
    this.hashes.clear();
    this.erased.clear();
    this.repeated.length = 0;
    this.malformed.clear();
    this.idsAsked = () => undefined;
  }

  private idsOf({ from, until }: Span): string[] {
    return [...this.hashes.keys()].filter((id) => id >= idsBefore(from) && id < idsBefore(until));
  }

  private sumOf(span: Span): PublishedSum {
    const ids = this.idsOf(span);
    const digest = ids.reduce((sum, id) => sum ^ (this.hashes.get(id) ?? 0n), 0n);
    const waiting = this.waitingIn(span);
    return { subject: eventAccepted.subject, count: ids.length, digest: String(digest), waiting };
  }

  private waitingIn({ from }: Span): number {
    const answers = this.answersWaiting.get(from) ?? 0;
    this.answersWaiting.set(from, answers - 1);
    return answers > 0 ? 1 : this.waiting;
  }
}
