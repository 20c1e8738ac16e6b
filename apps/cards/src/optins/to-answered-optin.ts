import type { Optin } from '@ces/contracts/cards/optins';
import type { AnsweredRow } from './consent.store.js';
import { localeIn, textIn } from './optin-texts.js';

export interface AnsweredOptin {
  /** The cursor of a page that ends with this opt-in. */
  id: string;
  optin: Optin;
  /** The first language asked for in which the opt-in has texts. */
  locale: string | undefined;
  text_version: number;
  retired: boolean;
  /** Facts tell the name in English, whatever language the user reads. */
  english_name: string;
  /** The version of the text that the last answer was given to. */
  answered_version: number | null;
}

export function toAnsweredOptin(row: AnsweredRow, locales: string[]): AnsweredOptin {
  const { id, required, can_be_updated, text_version, retired } = row;
  const updates = row.updates ?? [];
  const last = updates.at(-1);
  return {
    id,
    optin: {
      id,
      name: textIn(row.name, locales),
      description: textIn(row.description, locales),
      purpose: { name: row.purpose, can_be_updated, required },
      updates: updates.map(({ opted_in, given_at, source }) => ({
        opted_in,
        updated: new Date(given_at).toISOString(),
        source,
      })),
      opted_in: last?.opted_in ?? false,
    },
    locale: localeIn([row.name, row.description], locales),
    text_version,
    retired,
    english_name: textIn(row.name, []),
    answered_version: last?.text_version ?? null,
  };
}
