import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import type { EntityManager } from 'typeorm';
import type { LockedCard } from './lock-card.js';

interface Owner {
  id: string;
  replaced_by: string | null;
  usable: boolean;
}

/**
 * Makes the number lead to this card. Every number that was ever given out is a row of `card`, so that one unique index
 * guards them all: a new number gets a row that is `replaced`, an issued card that nobody has is taken over.
 */
export async function takeNumber(tx: EntityManager, card: LockedCard, number: string): Promise<void> {
  const inserted = await tx.query<unknown[]>(
    `INSERT INTO card (id, tier_id, identifier, state, replaced_by) VALUES ($1, $2, $3, 'replaced', $4)
     ON CONFLICT (identifier) DO NOTHING RETURNING 1`,
    [newId(), card.tier_id, number, card.id],
  );
  if (inserted.length > 0) return;
  const [owner] = await tx.query<Owner[]>(
    `SELECT c.id, c.replaced_by, c.state IN ('active', 'inactive') AND c.identifier_actual IS NULL
            AND t.definition_id = $2 AS usable
       FROM card c JOIN card_tier t ON t.id = c.tier_id WHERE c.identifier = $1 FOR UPDATE OF c`,
    [number, card.definition_id],
  );
  if (owner?.replaced_by === card.id) return;
  if (!owner?.usable || owner.replaced_by !== null || (await isHeld(tx, owner.id))) {
    throw new Problem('card-number-taken', 'The number is that of another card.', {
      errors: [{ pointer: '#/identifier', code: 'taken', detail: 'is the number of another card' }],
    });
  }
  await tx.query(`UPDATE card SET state = 'replaced', replaced_by = $2, updated_at = now() WHERE id = $1`, [
    owner.id,
    card.id,
  ]);
}

async function isHeld(tx: EntityManager, cardId: string): Promise<boolean> {
  const holders = await tx.query<unknown[]>('SELECT 1 FROM card_holder WHERE card_id = $1 LIMIT 1', [cardId]);
  return holders.length > 0;
}
