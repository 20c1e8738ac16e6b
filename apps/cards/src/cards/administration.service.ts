import type { CardRef, ChangeCard } from '@ces/contracts/cards/card-administration';
import type { Card, CardChanged } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { TiersService } from '../definitions/tiers.service.js';
import { CardFactsService } from './card-facts.service.js';
import { CardLocksService } from './card-locks.service.js';
import { demandOwnNumber, found } from './card-problems.js';
import { CardStore, type LockedCard } from './card.store.js';
import { toCard } from './to-card.js';

@Injectable()
export class AdministrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: CardStore,
    private readonly locks: CardLocksService,
    private readonly tiers: TiersService,
    private readonly facts: CardFactsService,
  ) {}

  async get({ id, locale }: CardRef): Promise<Card> {
    return toCard(found(isUuid(id) ? await this.store.find(id) : undefined), locale);
  }

  change({ id, locale, ...change }: ChangeCard): Promise<Card> {
    return this.transactions.run(async () => {
      const card = await this.locks.byId(id);
      await demandUnchanged(() => this.get({ id, locale }));
      const { state, expiration } = changedLife(card, change);
      const tier = change.tier === undefined ? undefined : await this.tiers.find(card.definition_id, change.tier);
      await this.write(card, { state, expiration, tier_id: tier?.id ?? card.tier_id });
      return toCard(found(await this.store.find(card.id)), locale);
    });
  }

  private async write(card: LockedCard, next: Pick<LockedCard, 'state' | 'expiration' | 'tier_id'>): Promise<void> {
    const changes: CardChanged['changes'] = [];
    if (next.state !== card.state) changes.push('state');
    if (next.expiration?.getTime() !== card.expiration?.getTime()) changes.push('expiration');
    if (changes.length === 0 && next.tier_id === card.tier_id) return;
    await this.store.change(card.id, next);
    if (changes.length > 0) await this.facts.changed([card.id], changes);
    if (next.tier_id !== card.tier_id) await this.facts.tierChanged(card.id, card.tier_id);
  }
}

function changedLife(card: LockedCard, change: Pick<ChangeCard, 'state' | 'expiration'>) {
  if (change.state !== undefined || change.expiration !== undefined) demandOwnNumber(card);
  const expiration = changedExpiration(card, change);
  const past = expiration !== null && expiration.getTime() <= Date.now();
  if (past && (change.state === 'active' || change.state === 'inactive')) {
    throw new Problem(
      'card-state-conflict',
      `The card has expired. It can be ${change.state} only with a later expiration.`,
    );
  }
  // A later expiration makes an expired card active. Each other state was a decision, and only a decision changes it.
  const undone = change.expiration !== undefined && card.state === 'expired' && !past;
  const state = change.state ?? (undone ? 'active' : past && isLive(card) ? 'expired' : card.state);
  return { state, expiration };
}

function changedExpiration({ expiration }: LockedCard, change: Pick<ChangeCard, 'expiration'>): Date | null {
  if (change.expiration === undefined) return expiration;
  return change.expiration === null ? null : new Date(change.expiration);
}

function isLive({ state }: LockedCard): boolean {
  return state === 'active' || state === 'inactive';
}
