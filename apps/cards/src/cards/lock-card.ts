import { cardNumberPattern } from '@ces/contracts/card-administration';
import type { CardState } from '@ces/contracts/cards';
import { Problem } from '@ces/contracts/problems';
import type { EntityManager } from 'typeorm';
import { isUuid } from '../uuid.js';
import { stateNow } from './read-cards.js';

export interface LockedCard {
  id: string;
  identifier: string;
  /** The number of now. */
  number: string;
  state: CardState;
  expiration: Date | null;
  tier_id: string;
  definition_id: string;
  users_per_card: number;
  users_may_remove: boolean;
  /** Another card has taken over its number. */
  replaced: boolean;
  /** Whether the number asked for is the one of now, and not one that a transfer has replaced. */
  is_actual: boolean;
}

const columns = `c.id, c.identifier, coalesce(c.identifier_actual, c.identifier) AS number, ${stateNow} AS state,
  c.expiration, c.tier_id, t.definition_id, d.users_per_card, d.users_may_remove,
  c.replaced_by IS NOT NULL AS replaced`;
const joins = 'JOIN card_tier t ON t.id = c.tier_id JOIN card_definition d ON d.id = t.definition_id';

/** The card that this number leads to, locked until the transaction ends. Malformed is the same as unknown. */
export async function lockByNumber(tx: EntityManager, number: unknown): Promise<LockedCard> {
  const text = typeof number === 'string' ? number.trim() : '';
  const [card] = cardNumberPattern.test(text)
    ? await tx.query<LockedCard[]>(
        `SELECT ${columns}, coalesce(c.identifier_actual, c.identifier) = $1 AS is_actual
           FROM card n JOIN card c ON c.id = coalesce(n.replaced_by, n.id) ${joins}
          WHERE n.identifier = $1 FOR UPDATE OF c`,
        [text],
      )
    : [];
  if (!card) throw unknownNumber();
  return card;
}

export async function lockById(tx: EntityManager, id: string): Promise<LockedCard> {
  const [card] = isUuid(id)
    ? await tx.query<LockedCard[]>(
        `SELECT ${columns}, true AS is_actual FROM card c ${joins} WHERE c.id = $1 FOR UPDATE OF c`,
        [id],
      )
    : [];
  return found(card);
}

export function unknownNumber(): Problem {
  return new Problem('card-unknown', 'There is no card of this number.');
}

export function found<T>(card: T | undefined): T {
  if (card === undefined) throw new Problem('card-not-found', 'There is no card of this id here.');
  return card;
}
