import type { ImportedCard, MemberParts } from '@ces/contracts/cards/member-parts';
import { Problem, type Fault } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import { CardsConfig } from '../cards.config.js';
import { TiersService } from '../definitions/tiers.service.js';
import { toIssueTarget, type IssueTarget } from '../issuing/issue-target.js';
import type { FoundPart } from './found-parts.js';
import { MemberCardStore, type NumberedCard } from './member-card.store.js';

/** `target` is null when the card was issued before. */
export interface CardToAdd {
  user_id: string;
  card_id: string;
  identifier: string;
  featured: boolean;
  target: IssueTarget | null;
}

type Tiers = Map<string, IssueTarget['tier'] | undefined>;

/** A card with a new number is issued, and a free card is put on the account. */
@Injectable()
export class MemberCardsService {
  constructor(
    private readonly store: MemberCardStore,
    private readonly tiers: TiersService,
    private readonly config: CardsConfig,
  ) {}

  /** Locks the cards that the members name. */
  async find(members: MemberParts[]): Promise<FoundPart<CardToAdd>[]> {
    const asked = members.flatMap(({ cards }) => cards);
    if (asked.length === 0) return members.map(() => ({ writes: [], faults: [] }));
    const tiers = await this.findTiers(asked);
    const known = await this.store.lockNumbers(asked.map(({ identifier }) => identifier));
    const held = await this.store.countOf(members.flatMap(({ user_id }) => user_id ?? []));
    return members.map(({ user_id, cards }) => {
      const { count = 0, featured = false } = (user_id === null ? undefined : held.get(user_id)) ?? {};
      const found = cards.map((card) => ({ card, existing: known.get(card.identifier) }));
      const missing = found.filter(({ existing }) => !existing?.holders.includes(user_id ?? ''));
      const faults = found.flatMap(({ card, existing }, index) =>
        existing?.holders.includes(user_id ?? '') ? [] : faultsOf(card, existing, tiers, index),
      );
      if (missing.length > 0 && count + missing.length > this.config.CARDS_PER_USER)
        faults.push(fault('#/cards', 'card-limit-reached', `an account may have ${this.config.CARDS_PER_USER} cards`));
      const writes = missing.map(({ card, existing }, index) => ({
        user_id: user_id ?? '',
        card_id: existing?.id ?? newId(),
        identifier: card.identifier,
        featured: !featured && index === 0,
        target: existing ? null : targetOf(card, tiers),
      }));
      return { writes, faults };
    });
  }

  async write(cards: CardToAdd[]): Promise<void> {
    if (cards.length === 0) return;
    await this.store.issue(cards.flatMap(({ target, ...card }) => (target ? [{ ...card, target }] : [])));
    await this.store.addHolders(cards);
  }

  private async findTiers(cards: ImportedCard[]): Promise<Tiers> {
    const tiers: Tiers = new Map();
    for (const card of cards) if (!tiers.has(tierKey(card))) tiers.set(tierKey(card), await this.findTier(card));
    return tiers;
  }

  private async findTier({ definition = 'default', tier }: ImportedCard): Promise<IssueTarget['tier'] | undefined> {
    try {
      return await this.tiers.find(definition, tier ?? null);
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

function tierKey({ definition, tier }: ImportedCard): string {
  return JSON.stringify([definition, tier]);
}

function targetOf(card: ImportedCard, tiers: Tiers): IssueTarget | null {
  const tier = tiers.get(tierKey(card));
  return tier ? toIssueTarget(tier, card.expiration === undefined ? {} : { expiration: card.expiration }) : null;
}

function faultsOf(card: ImportedCard, existing: NumberedCard | undefined, tiers: Tiers, index: number): Fault[] {
  const at = `#/cards/${index}`;
  // A card that was issued before has a definition. The one that the line names must exist all the same.
  const isNamed = !existing || card.definition !== undefined;
  if (isNamed && !tiers.get(tierKey(card)))
    return [fault(`${at}/definition`, 'unknown', 'names no card definition, or no tier of it; create it first')];
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
