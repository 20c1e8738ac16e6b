import { Problem } from '@ces/contracts/problems';
import type { EntityManager } from 'typeorm';
import { asId } from '../as-id.js';

export interface FoundTier {
  id: string;
  name: string;
  definition: string;
}

/** The tier that is meant, by id or name; without one the first. Of a definition that is named by its id or name. */
export async function findTier(tx: EntityManager, definition: string, tier: string | null): Promise<FoundTier> {
  const [found] = await tx.query<FoundTier[]>(
    `SELECT t.id, t.name, d.name AS definition FROM card_definition d JOIN card_tier t ON t.definition_id = d.id
      WHERE (d.name = $1 OR d.id = $2) AND NOT t.retired AND ($3::text IS NULL OR t.name = $3 OR t.id = $4)
      ORDER BY d.id = $2 DESC NULLS LAST, t.id = $4 DESC NULLS LAST, t.position LIMIT 1`,
    [definition, asId(definition), tier, tier === null ? null : asId(tier)],
  );
  if (found) return found;
  throw new Problem('card-definition-unknown', 'There is no such card definition, or no such tier in it.', {
    errors: [{ pointer: tier === null ? '#/definition' : '#/tier', code: 'unknown', detail: 'names none that exists' }],
  });
}
