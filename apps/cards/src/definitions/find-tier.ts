import { Problem } from '@ces/contracts/problems';
import type { EntityManager } from 'typeorm';

export interface FoundTier {
  id: string;
  name: string;
  definition: string;
}

/** The tier that is meant, by id or name; without one the first. Of a definition that is named by its id or name. */
export async function findTier(tx: EntityManager, definition: string, tier: string | null): Promise<FoundTier> {
  const [found] = await tx.query<FoundTier[]>(
    `SELECT t.id, t.name, d.name AS definition FROM card_definition d JOIN card_tier t ON t.definition_id = d.id
      WHERE (d.name = $1 OR d.id::text = $1) AND NOT t.retired AND ($2::text IS NULL OR t.name = $2 OR t.id::text = $2)
      ORDER BY t.position LIMIT 1`,
    [definition.replaceAll('\0', ''), tier?.replaceAll('\0', '') ?? null],
  );
  if (found) return found;
  throw new Problem('card-definition-unknown', 'There is no such card definition, or no such tier in it.', {
    errors: [{ pointer: tier === null ? '#/definition' : '#/tier', code: 'unknown', detail: 'names none that exists' }],
  });
}
