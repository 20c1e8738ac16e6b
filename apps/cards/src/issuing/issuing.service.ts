import type { CardIssue, CardsToIssue, IssuedCard, IssuedCards } from '@ces/contracts/cards/card-administration';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { timestamp } from '@ces/service/database/timestamp';
import { Injectable } from '@nestjs/common';
import { findTier, type FoundTier } from '../definitions/find-tier.js';
import type { EntityManager } from 'typeorm';

@Injectable()
export class IssuingService {
  constructor(private readonly transactions: Transactions) {}

  /** All of them, or none. */
  issue({ identifiers, ...issue }: CardsToIssue): Promise<IssuedCards> {
    return this.transactions.run(async (tx) => {
      const target = await targetOf(tx, issue);
      const numbers = identifiers.map((identifier, place) => ({ id: newId(), identifier, place }));
      const issued = await tx.query<{ identifier: string }[]>(
        `INSERT INTO card (id, identifier, tier_id, state, expiration)
         SELECT id, identifier, $2, $3, $4 FROM json_to_recordset($1) AS n(id uuid, identifier text)
          ORDER BY identifier COLLATE "C" ON CONFLICT (identifier) DO NOTHING RETURNING identifier`,
        [JSON.stringify(numbers), target.tier.id, target.state, target.expiration],
      );
      if (issued.length < numbers.length) {
        const free = new Set(issued.map((row) => row.identifier));
        throw taken(numbers.filter((each) => !free.has(each.identifier)).map((each) => `#/identifiers/${each.place}`));
      }
      return { issued: issued.length, cards: numbers.map((number) => toIssuedCard(number, target)) };
    });
  }
}

/** What cards of one issue have in common. */
export interface Target {
  tier: FoundTier;
  expiration: Date | null;
  state: 'active' | 'expired';
}

export async function targetOf(tx: EntityManager, issue: CardIssue): Promise<Target> {
  const tier = await findTier(tx, issue.definition ?? 'default', issue.tier ?? null);
  const expiration = issue.expiration ? new Date(issue.expiration) : null;
  return { tier, expiration, state: expiration && expiration.getTime() <= Date.now() ? 'expired' : 'active' };
}

export function toIssuedCard({ id, identifier }: { id: string; identifier: string }, target: Target): IssuedCard {
  const { tier, state, expiration } = target;
  const expires = expiration && timestamp(expiration);
  return { id, identifier, definition: tier.definition, tier: tier.name, state, expiration: expires };
}

export function taken(pointers: string[]): Problem {
  const errors = pointers
    .slice(0, 100)
    .map((pointer) => ({ pointer, code: 'taken', detail: 'is the number of a card that was issued before' }));
  return new Problem('card-number-taken', 'Some numbers are taken; no card was issued.', { errors });
}
