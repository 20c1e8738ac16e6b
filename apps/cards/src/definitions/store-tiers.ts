import type { NewTier } from '@ces/contracts/card-definitions';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/ids';
import type { EntityManager } from 'typeorm';
import { tierDesignOf } from './design.js';

interface Known {
  id: string;
  name: string;
}

/** The tiers of a definition become these, in this order. One is recognised by its id, else by its name. */
export async function storeTiers(tx: EntityManager, definitionId: string, tiers: NewTier[]): Promise<void> {
  // Two changes of one definition come one after the other.
  await tx.query('SELECT 1 FROM card_definition WHERE id = $1 FOR UPDATE', [definitionId]);
  const known = await tx.query<Known[]>('SELECT id, name FROM card_tier WHERE definition_id = $1 ORDER BY retired', [
    definitionId,
  ]);
  const rows = tiers.map((tier, position) => ({
    id: idOf(tier, known, position),
    position,
    name: tier.name,
    design: tierDesignOf(tier, position),
  }));
  refuseRepeats(rows);
  // Names are unique among the tiers in use: with all set aside, two of them can change names with each other.
  await tx.query('UPDATE card_tier SET retired = true WHERE definition_id = $1', [definitionId]);
  await tx.query(
    `INSERT INTO card_tier (id, definition_id, position, name, design)
     SELECT id, $1, position, name, design
       FROM json_to_recordset($2) AS t(id uuid, position integer, name text, design json)
     ON CONFLICT (id) DO UPDATE
        SET position = excluded.position, name = excluded.name, design = excluded.design, retired = false`,
    [definitionId, JSON.stringify(rows)],
  );
}

function idOf(tier: NewTier, known: Known[], index: number): string {
  if (tier.card_tier_id === undefined) return known.find((each) => each.name === tier.name)?.id ?? newId();
  const found = known.find((each) => each.id === tier.card_tier_id);
  if (found) return found.id;
  throw new Problem('validation-failed', `#/tiers/${index}/card_tier_id: is not a tier of this definition`, {
    errors: [
      { pointer: `#/tiers/${index}/card_tier_id`, code: 'unknown-tier', detail: 'is not a tier of this definition' },
    ],
  });
}

function refuseRepeats(rows: Known[]): void {
  const faults = rows.flatMap((row, index) =>
    rows.slice(0, index).some((earlier) => earlier.name === row.name || earlier.id === row.id)
      ? [{ pointer: `#/tiers/${index}/name`, code: 'repeated', detail: 'is the name of another tier' }]
      : [],
  );
  if (faults.length > 0) throw new Problem('validation-failed', 'Each tier is named once.', { errors: faults });
}
