import type { CardRef, ChangeCard, TransferCard } from '@ces/contracts/cards/card-administration';
import type { Card, CardChanged } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findTier } from '../definitions/find-tier.js';
import { CardFacts } from './card-facts.js';
import { cardById } from './read-cards.js';
import { found, lockById, type LockedCard } from './lock-card.js';
import { takeNumber } from './take-number.js';

/** What operators do with cards. */
@Injectable()
export class AdministrationService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly facts: CardFacts,
  ) {}

  async get({ id, locale }: CardRef): Promise<Card> {
    return found(isUuid(id) ? await cardById(this.database.manager, id, locale) : undefined);
  }

  change({ id, locale, ...change }: ChangeCard): Promise<Card> {
    return this.transactions.run(async (tx) => {
      const card = await lockById(tx, id);
      const { state, expiration } = changedOf(card, change);
      const tier = change.tier === undefined ? undefined : await findTier(tx, card.definition_id, change.tier);
      const changes: CardChanged['changes'] = [];
      if (state !== card.state) changes.push('state');
      if (expiration?.getTime() !== card.expiration?.getTime()) changes.push('expiration');
      const tierId = tier?.id ?? card.tier_id;
      if (changes.length > 0 || tierId !== card.tier_id) {
        await tx.query(
          `UPDATE card SET state = $2, expiration = $3, tier_id = $4, updated_at = now(),
                  tier_start_date = CASE WHEN tier_id = $4 THEN tier_start_date ELSE now() END WHERE id = $1`,
          [card.id, state, expiration, tierId],
        );
        if (changes.length > 0) await this.facts.changed(tx, [card.id], changes);
        if (tierId !== card.tier_id) await this.facts.tierChanged(tx, card.id, card.tier_id);
      }
      return found(await cardById(tx, card.id, locale));
    });
  }

  /** The card goes on under another number; the one given out before leads nobody to it any more. */
  transfer({ id, identifier, locale }: TransferCard): Promise<Card> {
    return this.transactions.run(async (tx) => {
      const card = await lockById(tx, id);
      demandOwnNumber(card);
      if (identifier !== card.number) {
        await this.moveTo(tx, card, identifier);
        await this.facts.changed(tx, [card.id], ['number']);
      }
      return found(await cardById(tx, card.id, locale));
    });
  }

  private async moveTo(tx: EntityManager, card: LockedCard, identifier: string): Promise<void> {
    if (identifier !== card.identifier) await takeNumber(tx, card, identifier);
    await tx.query('UPDATE card SET identifier_actual = $2, updated_at = now() WHERE id = $1', [
      card.id,
      identifier === card.identifier ? null : identifier,
    ]);
  }
}

function changedOf(card: LockedCard, change: Pick<ChangeCard, 'state' | 'expiration'>) {
  if (change.state !== undefined || change.expiration !== undefined) demandOwnNumber(card);
  const expiration =
    change.expiration === undefined ? card.expiration : change.expiration === null ? null : new Date(change.expiration);
  const past = expiration !== null && expiration.getTime() <= Date.now();
  if (past && (change.state === 'active' || change.state === 'inactive')) {
    throw new Problem(
      'card-state-conflict',
      `The card has expired: it is ${change.state} only with a later expiration.`,
    );
  }
  // Expiring is undone by time alone; every other state was somebody's decision.
  const undone = change.expiration !== undefined && card.state === 'expired' && !past;
  const state = change.state ?? (undone ? 'active' : past && isLive(card) ? 'expired' : card.state);
  return { state, expiration };
}

function isLive(card: LockedCard): boolean {
  return card.state === 'active' || card.state === 'inactive';
}

function demandOwnNumber(card: LockedCard): void {
  if (card.replaced) throw new Problem('card-state-conflict', 'The number of this card belongs to another card now.');
}
