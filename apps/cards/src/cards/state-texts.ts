import type { CardState } from '@ces/contracts/cards/cards';

const english: Record<CardState, string> = {
  active: 'Active',
  inactive: 'Inactive',
  blocked: 'Blocked',
  expired: 'Expired',
  replaced: 'Replaced',
};

const texts: Partial<Record<string, Record<CardState, string>>> = {
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

export function stateText(state: CardState, locale: string): string {
  return (texts[locale] ?? english)[state];
}
