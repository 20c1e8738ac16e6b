import type { NewTier } from '@ces/contracts/cards/card-definitions';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { CardTierEntity } from './card-tier.entity.js';
import { DefinitionStore, type FoundTier } from './definition.store.js';
import { tierDesignOf } from './design.js';

type KnownTier = Pick<CardTierEntity, 'id' | 'name'>;

@Injectable()
export class TiersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: DefinitionStore,
  ) {}

  async find(definition: string, tier: string | null): Promise<FoundTier> {
    const found = await this.store.findTier(definition, tier);
    if (found) return found;
    const pointer = tier === null ? '#/definition' : '#/tier';
    throw new Problem('card-definition-unknown', 'There is no such card definition, or no such tier in it.', {
      errors: [{ pointer, code: 'unknown', detail: 'does not exist' }],
    });
  }

  /** Finds retired tiers, too. */
  async existing(ids: string[]): Promise<string[]> {
    const tiers = await this.transactions
      .of(CardTierEntity)
      .find({ select: { id: true }, where: { id: In(ids.filter(isUuid)) } });
    return tiers.map(({ id }) => id);
  }

  async nameOf(id: string): Promise<string | undefined> {
    const tier = await this.transactions.of(CardTierEntity).findOne({ select: { name: true }, where: { id } });
    return tier?.name;
  }

  /** A tier is recognised by its id, else by its name. The order of the list becomes the order of the tiers. */
  async replace(definitionId: string, tiers: NewTier[]): Promise<void> {
    await this.store.lock(definitionId);
    const known = await this.transactions
      .of(CardTierEntity)
      .find({ select: { id: true, name: true }, where: { definition_id: definitionId }, order: { retired: 'ASC' } });
    const named = new Set(tiers.map((tier) => tier.card_tier_id));
    const unnamed = known.filter((tier) => !named.has(tier.id));
    const placed = tiers.map((tier, position) => ({
      id: tier.card_tier_id === undefined ? idByName(tier, unnamed) : knownId(tier.card_tier_id, known, position),
      name: tier.name,
      design: tierDesignOf(tier, position),
    }));
    refuseRepeats(placed);
    await this.store.replaceTiers(definitionId, placed);
  }
}

/** Tiers that the request names by id are left out, because their names may be free now. */
function idByName(tier: NewTier, unnamed: KnownTier[]): string {
  return unnamed.find((each) => each.name === tier.name)?.id ?? newId();
}

function knownId(id: string, known: KnownTier[], index: number): string {
  if (known.some((each) => each.id === id)) return id;
  const pointer = `#/tiers/${index}/card_tier_id`;
  throw new Problem('validation-failed', `${pointer}: is not a tier of this definition`, {
    errors: [{ pointer, code: 'unknown-tier', detail: 'is not a tier of this definition' }],
  });
}

function refuseRepeats(tiers: KnownTier[]): void {
  const faults = tiers.flatMap((tier, index) =>
    tiers.slice(0, index).some((earlier) => earlier.name === tier.name || earlier.id === tier.id)
      ? [{ pointer: `#/tiers/${index}/name`, code: 'repeated', detail: 'is the name of another tier' }]
      : [],
  );
  if (faults.length > 0) throw new Problem('validation-failed', 'Each tier is named once.', { errors: faults });
}
