import type { Audience } from '@ces/contracts/campaigns/campaign-trigger';
import type { AudienceSize } from '@ces/contracts/campaigns/campaign-drafts';
import { cardsAudience, countCardsAudience, type CardsAudience } from '@ces/contracts/cards/audience-size';
import { closedUsers, countOpenUsers } from '@ces/contracts/identity/people';
import { Problem } from '@ces/contracts/problems';
import { longReadMs } from '@ces/contracts/rpc';
import { countSegmentAudience, segmentAudience, type SegmentAudience } from '@ces/contracts/segments/segment-audience';
import { mostUserIds } from '@ces/contracts/user-id';
import type { Bus } from '@ces/messaging/calls/bus';
import { pagesOfUsers, type NextUsers } from './pages-of-users.js';

/** The members of segments are sorted anew for each page, so only a set of few pages leads a comparison. */
const fewPages = 5;

/**
 * Counts one audience. Each service counts by what it owns; where two sets meet, pages of ids of one of them are counted by the
 * other service, so that no process holds a set.
 */
export class AudienceCount {
  constructor(
    private readonly bus: Bus,
    /** The moment on the clock of `performance` at which nobody waits for the count any more. */
    private readonly endsAt: number,
  ) {}

  users({ include_segments = [], exclude_segments = [], ...rules }: Audience): Promise<number> {
    const { require_optins: optins = [], card_tiers = [] } = rules;
    const cards = optins.length + card_tiers.length > 0 ? { optins, card_tiers } : undefined;
    return include_segments.length > 0
      ? this.countMembers({ include_segments, exclude_segments }, cards)
      : this.countOthers(exclude_segments, cards);
  }

  /** Members have open accounts, as far as the segments service knows. */
  private async countMembers(segments: SegmentAudience, cards: CardsAudience | undefined): Promise<number> {
    const { users } = await this.bus.call(countSegmentAudience, segments, this.patience);
    if (!cards || users === 0) return users;
    return users > fewPages * mostUserIds
      ? this.countCards(cards, (among) => this.bus.call(countSegmentAudience, { ...segments, among }, this.patience))
      : this.countPages(
          (page) => this.bus.call(segmentAudience, { ...segments, ...page }, this.patience),
          (among) => this.bus.call(countCardsAudience, { ...cards, among }, this.patience),
        );
  }

  /** All users, or those of the cards, without members of the segments. */
  private async countOthers(segmentIds: string[], cards: CardsAudience | undefined): Promise<number> {
    const [all, excluded] = [await this.countOpen(cards), await this.countExcluded(segmentIds, cards)];
    return Math.max(0, all - excluded);
  }

  private async countExcluded(segmentIds: string[], cards: CardsAudience | undefined): Promise<number> {
    if (segmentIds.length === 0) return 0;
    return this.countMembers({ include_segments: segmentIds, exclude_segments: [] }, cards);
  }

  /** The cards service knows closed accounts, too, until they are erased. */
  private async countOpen(cards: CardsAudience | undefined): Promise<number> {
    if (!cards) return (await this.bus.call(countOpenUsers, {}, this.patience)).users;
    const { users } = await this.bus.call(countCardsAudience, cards, this.patience);
    const closed = await this.countPages(
      (page) => this.bus.call(closedUsers, page, this.patience),
      (among) => this.bus.call(countCardsAudience, { ...cards, among }, this.patience),
    );
    return users - closed;
  }

  private countCards(cards: CardsAudience, among: (ids: string[]) => Promise<AudienceSize>): Promise<number> {
    return this.countPages((page) => this.bus.call(cardsAudience, { ...cards, ...page }, this.patience), among);
  }

  /** While a page is counted, the next one is read. */
  private async countPages(next: NextUsers, count: (ids: string[]) => Promise<AudienceSize>): Promise<number> {
    let users = 0;
    for await (const ids of pagesOfUsers(next, mostUserIds)) users += (await count(ids)).users;
    return users;
  }

  /** Refuses a question that comes too late. */
  private get patience(): { timeout: number } {
    if (performance.now() < this.endsAt) return { timeout: longReadMs };
    throw new Problem('service-unavailable', 'To count this audience takes more than a minute.', { retry_after: 60 });
  }
}
