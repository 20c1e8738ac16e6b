import { cardNumberPattern } from '@ces/contracts/cards/card-administration';
import type { CardState } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from '@ces/service/database/uuid';
import type { EntityManager } from 'typeorm';
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
}

export interface NumberedCard extends LockedCard {
  /** Whether the number asked for is the one of now, and not one that a transfer has replaced. */
  is_actual: boolean;
}

const columns = `c.id, c.identifier, coalesce(c.identifier_actual, c.identifier) AS number, ${stateNow} AS state,
  c.expiration, c.tier_id, t.definition_id, d.users_per_card, d.users_may_remove,
  c.replaced_by IS NOT NULL AS replaced`;
const joins = 'JOIN card_tier t ON t.id = c.tier_id JOIN card_definition d ON d.id = t.definition_id';

/** The card that this number leads to, locked until the transaction ends. Malformed is the same as unknown. */
export async function lockByNumber(tx: EntityManager, number: unknown): Promise<NumberedCard> {
  const text = typeof number === 'string' ? number.trim() : '';
  const id = cardNumberPattern.test(text) ? await ledTo(tx, text) : undefined;
  if (id === undefined) throw unknownNumber();
  const card = await lockById(tx, id);
  // While we waited for its card, the number may have been given to another one: once, and never again.
  if ((await ledTo(tx, text)) !== id) return lockByNumber(tx, text);
  return { ...card, is_actual: card.number === text };
}

async function ledTo(tx: EntityManager, number: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }[]>(
    'SELECT coalesce(replaced_by, id) AS id FROM card WHERE identifier = $1',
    [number],
  );
  return row?.id;
}

/** Locked first and read afterwards: what was joined to the row before the wait may not belong to it any more. */
export async function lockById(tx: EntityManager, id: string): Promise<LockedCard> {
  if (!isUuid(id)) throw noCard();
  await tx.query('SELECT 1 FROM card WHERE id = $1 FOR UPDATE', [id]);
  const [card] = await tx.query<LockedCard[]>(`SELECT ${columns} FROM card c ${joins} WHERE c.id = $1`, [id]);
  return found(card);
}

export function unknownNumber(): Problem {
  const detail = 'There is no card of this number.';
  return new Problem('card-unknown', detail, { errors: [{ pointer: '#/identifier', code: 'card-unknown', detail }] });
}

export function found<T>(card: T | undefined): T {
  if (card === undefined) throw noCard();
  return card;
}

export function noCard(): Problem {
  return new Problem('card-not-found', 'There is no card of this id here.');
}
