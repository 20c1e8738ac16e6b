import type { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';

export interface DefinitionRow {
  id: string;
  key: string | null;
  name: string;
  representation: Representation;
  card_presentation: CardPresentation;
  users_per_card: number;
  users_may_remove: boolean;
  display_groups_of: number | null;
  created_at: Date;
  updated_at: Date;
  tiers: { card_tier_id: string; name: string; design: TierDesign }[] | null;
}

/** A tier in use. Its place in a list is its position. */
export interface PlacedTier {
  id: string;
  name: string;
  design: TierDesign;
}

export interface FoundTier {
  id: string;
  name: string;
  definition: string;
}

const select = `
  SELECT d.*, (
    SELECT json_agg(json_build_object('card_tier_id', id, 'name', name, 'design', design) ORDER BY position)
      FROM card_tier WHERE definition_id = d.id AND NOT retired
  ) AS tiers
  FROM card_definition d`;

/** Definitions with their tiers. SQL because one statement reads or writes a definition together with all of its tiers. */
@Injectable()
export class DefinitionStore {
  constructor(private readonly transactions: Transactions) {}

  findPage(before: string | null, atMost: number, q = ''): Promise<DefinitionRow[]> {
    return this.transactions.current.query(
      `${select} WHERE ($1::uuid IS NULL OR d.id < $1) AND strpos(lower(d.name), lower($3)) > 0 ORDER BY d.id DESC LIMIT $2`,
      [before, atMost, q],
    );
  }

  /** When an id of one definition is the name of another, the id takes precedence. */
  async find(ref: string): Promise<DefinitionRow | undefined> {
    const [row] = await this.transactions.current.query<DefinitionRow[]>(
      `${select} WHERE d.name = $1 OR d.id = $2 ORDER BY d.id = $2 DESC NULLS LAST LIMIT 1`,
      [ref, idOrNull(ref)],
    );
    return row;
  }

  /** Makes other changes of the definition wait until the transaction ends. */
  async lock(id: string): Promise<void> {
    await this.transactions.open.query('SELECT 1 FROM card_definition WHERE id = $1 FOR UPDATE', [id]);
  }

  /** `definition` and `tier` are ids or names. Without a tier, finds the first one in use. */
  async findTier(definition: string, tier: string | null): Promise<FoundTier | undefined> {
    const [found] = await this.transactions.current.query<FoundTier[]>(
      `SELECT t.id, t.name, d.name AS definition FROM card_definition d JOIN card_tier t ON t.definition_id = d.id
      WHERE (d.name = $1 OR d.id = $2) AND NOT t.retired AND ($3::text IS NULL OR t.name = $3 OR t.id = $4)
      ORDER BY d.id = $2 DESC NULLS LAST, t.id = $4 DESC NULLS LAST, t.position LIMIT 1`,
      [definition, idOrNull(definition), tier, tier === null ? null : idOrNull(tier)],
    );
    return found;
  }

  /** Makes these the tiers in use, in this order, and retires all others of the definition. */
  async replaceTiers(definitionId: string, tiers: PlacedTier[]): Promise<void> {
    // Names are unique among the tiers in use. While all are retired, two tiers can exchange their names.
    await this.transactions.open.query('UPDATE card_tier SET retired = true WHERE definition_id = $1', [definitionId]);
    await this.transactions.open.query(
      `INSERT INTO card_tier (id, definition_id, position, name, design)
     SELECT id, $1, position - 1, name, design
       FROM unnest($2::uuid[], $3::text[], $4::json[]) WITH ORDINALITY AS t(id, name, design, position)
     ON CONFLICT (id) DO UPDATE
        SET position = excluded.position, name = excluded.name, design = excluded.design, retired = false`,
      [
        definitionId,
        tiers.map((tier) => tier.id),
        tiers.map((tier) => tier.name),
        // Type `json` keeps texts with characters that PostgreSQL refuses in a text, such as NUL.
        tiers.map((tier) => JSON.stringify(tier.design)),
      ],
    );
  }
}

function idOrNull(ref: string): string | null {
  return isUuid(ref) ? ref : null;
}
