import type { NewTier } from '@ces/contracts/cards/card-definitions';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
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
  const named = new Set(tiers.map((tier) => tier.card_tier_id));
  const unnamed = known.filter((tier) => !named.has(tier.id));
  const rows = tiers.map((tier, position) => ({
    id: tier.card_tier_id === undefined ? idByName(tier, unnamed) : knownId(tier.card_tier_id, known, position),
    name: tier.name,
    design: tierDesignOf(tier, position),
  }));
  refuseRepeats(rows);
  // Names are unique among the tiers in use: with all set aside, two of them can change names with each other.
  await tx.query('UPDATE card_tier SET retired = true WHERE definition_id = $1', [definitionId]);
  await tx.query(
    `INSERT INTO card_tier (id, definition_id, position, name, design)
     SELECT id, $1, position - 1, name, design
       FROM unnest($2::uuid[], $3::text[], $4::json[]) WITH ORDINALITY AS t(id, name, design, position)
     ON CONFLICT (id) DO UPDATE
        SET position = excluded.position, name = excluded.name, design = excluded.design, retired = false`,
    [
      definitionId,
      rows.map((row) => row.id),
      rows.map((row) => row.name),
      // Postgres does not look into what comes as a whole, and a text may hold what it has no character for.
      rows.map((row) => JSON.stringify(row.design)),
    ],
  );
}

/** A name may have become free, because its tier is named by id and gets another. */
function idByName(tier: NewTier, unnamed: Known[]): string {
  return unnamed.find((each) => each.name === tier.name)?.id ?? newId();
}

function knownId(id: string, known: Known[], index: number): string {
  if (known.some((each) => each.id === id)) return id;
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
