import type { ImportedCard, MemberParts } from '@ces/contracts/cards/member-parts';
import { Problem, type Fault } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import { CardsConfig } from '../cards.config.js';
import { TiersService } from '../definitions/tiers.service.js';
import { toIssueTarget, type IssueTarget } from '../issuing/issue-target.js';
import type { FoundPart } from './found-parts.js';
import { MemberCardStore, type NumberedCard } from './member-card.store.js';

/** A card that a user gets; `target` is null when the card was issued before. */
export interface CardToAdd {
  user_id: string;
  card_id: string;
  identifier: string;
  featured: boolean;
  target: IssueTarget | null;
}

type Targets = Map<string, IssueTarget | undefined>;

/** The cards of imported members. A card with a new number is issued, and a free one is put on the account. */
@Injectable()
export class MemberCardsService {
  constructor(
    private readonly store: MemberCardStore,
    private readonly tiers: TiersService,
    private readonly config: CardsConfig,
  ) {}

  /** Finds what each member gets. Locks the cards with these numbers. */
  async find(members: MemberParts[]): Promise<FoundPart<CardToAdd>[]> {
    const asked = members.flatMap(({ cards }) => cards);
    if (asked.length === 0) return members.map(() => ({ writes: [], faults: [] }));
    const targets = await this.findTargets(asked);
    const known = await this.store.lockNumbers(asked.map(({ identifier }) => identifier));
    const held = await this.store.countOf(members.flatMap(({ user_id }) => user_id ?? []));
    return members.map(({ user_id, cards }) => {
      const { count = 0, featured = false } = (user_id === null ? undefined : held.get(user_id)) ?? {};
      const found = cards.map((card) => ({ card, existing: known.get(card.identifier) }));
      const missing = found.filter(({ existing }) => !existing?.holders.includes(user_id ?? ''));
      const faults = found.flatMap(({ card, existing }, index) =>
        existing?.holders.includes(user_id ?? '') ? [] : faultsOf(card, existing, targets, index),
      );
      if (missing.length > 0 && count + missing.length > this.config.CARDS_PER_USER)
        faults.push(fault('#/cards', 'card-limit-reached', `an account may have ${this.config.CARDS_PER_USER} cards`));
      const writes = missing.map(({ card, existing }, index) => ({
        user_id: user_id ?? '',
        card_id: existing?.id ?? newId(),
        identifier: card.identifier,
        featured: !featured && index === 0,
        target: existing ? null : (targets.get(keyOf(card)) ?? null),
      }));
      return { writes, faults };
    });
  }

  async write(cards: CardToAdd[]): Promise<void> {
    if (cards.length === 0) return;
    for (const [target, issued] of Map.groupBy(cards, (card) => card.target))
      if (target) await this.store.issue(issued, target);
    await this.store.addHolders(cards);
  }

  private async findTargets(cards: ImportedCard[]): Promise<Targets> {
    const targets: Targets = new Map();
    for (const card of cards) {
      if (targets.has(keyOf(card))) continue;
      targets.set(keyOf(card), await this.findTarget(card));
    }
    return targets;
  }

  private async findTarget({
    definition = 'default',
    tier = null,
    expiration,
  }: Target): Promise<IssueTarget | undefined> {
    try {
      const found = await this.tiers.find(definition, tier);
      return toIssueTarget(found, { ...(expiration === undefined ? {} : { expiration }) });
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

type Target = Omit<ImportedCard, 'tier'> & { tier?: string | null };

function keyOf({ definition, tier, expiration }: ImportedCard): string {
  return JSON.stringify([definition, tier, expiration]);
}

function faultsOf(card: ImportedCard, existing: NumberedCard | undefined, targets: Targets, index: number): Fault[] {
  const at = `#/cards/${index}`;
  if (!existing && !targets.get(keyOf(card)))
    return [fault(`${at}/definition`, 'unknown', 'names no card definition, or no tier of it; make it first')];
  if (!existing) return [];
  if (!existing.is_actual || existing.state !== 'active')
    return [
      fault(`${at}/identifier`, 'card-not-usable', 'is the number of a card that is not active, or was replaced'),
    ];
  if (existing.holders.length >= existing.users_per_card)
    return [fault(`${at}/identifier`, 'card-taken', 'is the number of a card on another account')];
  return [];
}

function fault(pointer: string, code: string, detail: string): Fault {
  return { pointer, code, detail };
}
