import type { Card, CardState } from '@ces/contracts/cards/cards';
import { timestamp } from '@ces/service/database/timestamp';
import type { CardRow } from './card.store.js';

const english: Record<CardState, string> = {
  active: 'Active',
  inactive: 'Inactive',
  blocked: 'Blocked',
  expired: 'Expired',
  replaced: 'Replaced',
};

const stateTexts: Partial<Record<string, Record<CardState, string>>> = {
  en_GB: english,
  nl_NL: {
    active: 'Actief',
    inactive: 'Inactief',
    blocked: 'Geblokkeerd',
    expired: 'Verlopen',
    replaced: 'Vervangen',
  },
  de_DE: { active: 'Aktiv', inactive: 'Inaktiv', blocked: 'Gesperrt', expired: 'Abgelaufen', replaced: 'Ersetzt' },
};

/** `locale` is the language of `state_text`. */
export function toCard(row: CardRow, locale: string): Card {
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
    state_text: (stateTexts[locale] ?? english)[row.state],
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
