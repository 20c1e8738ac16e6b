import type { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import type { Card, CardState } from '@ces/contracts/cards/cards';
import { timestamp } from '@ces/service/database/timestamp';
import type { EntityManager } from 'typeorm';
import { stateText } from './state-texts.js';

interface Row {
  id: string;
  identifier: string;
  identifier_actual: string;
  state: CardState;
  expiration: Date | null;
  tier_start_date: Date;
  created_at: Date;
  updated_at: Date;
  definition: string;
  representation: Representation;
  card_presentation: CardPresentation;
  display_groups_of: number | null;
  tier_id: string;
  tier: string;
  design: TierDesign;
  holders: { user_id: string; featured: boolean; removable: boolean }[] | null;
}

/** A card is expired from its moment on, not from the moment at which the job has noticed. */
export const stateNow = `CASE WHEN c.state IN ('active', 'inactive') AND c.expiration <= now() THEN 'expired' ELSE c.state END`;

const select = `
  SELECT c.id, c.identifier, coalesce(c.identifier_actual, c.identifier) AS identifier_actual, ${stateNow} AS state,
         c.expiration, c.tier_start_date, c.created_at, c.updated_at, d.name AS definition, d.representation,
         d.card_presentation, d.display_groups_of, t.id AS tier_id, t.name AS tier, t.design, (
           SELECT json_agg(json_build_object('user_id', user_id, 'featured', featured, 'removable', removable)
                           ORDER BY added_at, user_id) FROM card_holder WHERE card_id = c.id
         ) AS holders`;
const joins = 'JOIN card_tier t ON t.id = c.tier_id JOIN card_definition d ON d.id = t.definition_id';

/** Row 21, in one query: the featured card first, then the newest. */
export async function cardsOf(manager: EntityManager, userId: string, locale: string): Promise<Card[]> {
  const rows = await manager.query<Row[]>(
    `${select} FROM card_holder h JOIN card c ON c.id = h.card_id ${joins}
      WHERE h.user_id = $1 ORDER BY h.featured DESC, h.added_at DESC, c.id DESC`,
    [userId],
  );
  return rows.map((row) => toCard(row, locale));
}

export async function cardById(manager: EntityManager, id: string, locale: string): Promise<Card | undefined> {
  const [row] = await manager.query<Row[]>(`${select} FROM card c ${joins} WHERE c.id = $1`, [id]);
  return row && toCard(row, locale);
}

function toCard(row: Row, locale: string): Card {
  const holders = row.holders ?? [];
  return {
    id: row.id,
    user_id: holders.map((holder) => holder.user_id),
    user_id_featured: Object.fromEntries(holders.map((holder) => [holder.user_id, holder.featured])),
    user_id_deletable: Object.fromEntries(holders.map((holder) => [holder.user_id, holder.removable])),
    identifier: row.identifier,
    identifier_actual: row.identifier_actual,
    display_number: inGroups(row.identifier_actual, row.display_groups_of),
    expiration: row.expiration && timestamp(row.expiration),
    state: row.state,
    state_text: stateText(row.state, locale),
    card_definition: {
      name: row.definition,
      representation: row.representation,
      card_presentation: row.card_presentation,
    },
    card_tier: { card_tier_id: row.tier_id, name: row.tier, ...row.design },
    tier_start_date: timestamp(row.tier_start_date),
    updated: timestamp(row.updated_at),
    created: timestamp(row.created_at),
  };
}

function inGroups(number: string, size: number | null): string | null {
  if (size === null) return null;
  return (number.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(' ');
}
