import { cardsAudience, countCardsAudience, type CardsAudience } from '@ces/contracts/cards/audience-size';
import type { AudienceSize, AudienceToCount } from '@ces/contracts/campaigns/campaign-drafts';
import { closedUsers, countOpenUsers } from '@ces/contracts/identity/people';
import { faulty } from '@ces/contracts/problems';
import { countSegmentAudience, segmentAudience, type SegmentAudience } from '@ces/contracts/segments/segment-audience';
import { mostUserIds } from '@ces/contracts/user-id';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { CheckAudienceService } from '../campaigns/check/check-audience.service.js';
import { lowered } from '../campaigns/check/lower-ids.js';
import { pagesOfUsers, type NextUsers } from './pages-of-users.js';

/** A count over ten million users takes a service some seconds. */
const patience = { timeout: 30_000 };
/** The members of segments are sorted anew for each page, so only a set of few pages leads a comparison. */
const fewPages = 5;

/**
 * Counts an audience. Each service counts by what it owns; where two sets meet, pages of ids of one of them are counted by the
 * other service, so that no process holds a set.
 */
@Injectable()
export class AudienceSizeService {
  constructor(
    private readonly bus: Bus,
    private readonly checker: CheckAudienceService,
  ) {}

  async of({ audience: given }: AudienceToCount): Promise<AudienceSize> {
    const audience = lowered(given);
    const faults = await this.checker.faultsOf(audience);
    if (faults.length > 0) throw faulty('campaign-refused', faults);
    const { include_segments = [], exclude_segments = [], require_optins = [], card_tiers = [] } = audience;
    const cards = require_optins.length + card_tiers.length > 0 ? { optins: require_optins, card_tiers } : undefined;
    const users = await withoutKey(() =>
      include_segments.length > 0
        ? this.countMembers({ include_segments, exclude_segments }, cards)
        : this.countOthers(exclude_segments, cards),
    );
    return { users };
  }

  /** Members have open accounts, as far as the segments service knows. */
  private async countMembers(segments: SegmentAudience, cards: CardsAudience | undefined): Promise<number> {
    const { users } = await this.bus.call(countSegmentAudience, segments, patience);
    if (!cards || users === 0) return users;
    return users > fewPages * mostUserIds
      ? this.countCards(cards, (among) => this.bus.call(countSegmentAudience, { ...segments, among }, patience))
      : this.countPages(
          (page) => this.bus.call(segmentAudience, { ...segments, ...page }, patience),
          (among) => this.bus.call(countCardsAudience, { ...cards, among }, patience),
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
    if (!cards) return (await this.bus.call(countOpenUsers, {}, patience)).users;
    const { users } = await this.bus.call(countCardsAudience, cards, patience);
    const closed = await this.countPages(
      (page) => this.bus.call(closedUsers, page, patience),
      (among) => this.bus.call(countCardsAudience, { ...cards, among }, patience),
    );
    return users - closed;
  }

  private countCards(cards: CardsAudience, among: (ids: string[]) => Promise<AudienceSize>): Promise<number> {
    return this.countPages((page) => this.bus.call(cardsAudience, { ...cards, ...page }, patience), among);
  }

  /** While a page is counted, the next one is read. */
  private async countPages(next: NextUsers, count: (ids: string[]) => Promise<AudienceSize>): Promise<number> {
    let users = 0;
    for await (const ids of pagesOfUsers(next, mostUserIds)) users += (await count(ids)).users;
    return users;
  }
}
