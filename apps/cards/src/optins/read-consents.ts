import type { Optin, Texts } from '@ces/contracts/cards/optins';
import { timestamp } from '@ces/service/database/timestamp';
import type { EntityManager } from 'typeorm';
import { localeIn, textIn } from './texts.js';

interface Row {
  id: string;
  name: Texts;
  description: Texts;
  purpose: string;
  can_be_updated: boolean;
  required: boolean;
  text_version: number;
  retired: boolean;
  updates: { opted_in: boolean; given_at: string; source: string; text_version: number }[] | null;
}

/** An opt-in with what the user has answered so far. */
export interface AnsweredOptin {
  /** Of the opt-in, so that pages can be made. */
  id: string;
  optin: Optin;
  /** The best of the languages asked for that it has texts in. */
  locale: string | undefined;
  text_version: number;
  retired: boolean;
  /** For those who read facts, whatever language the user reads. */
  english_name: string;
  /** The text that the last answer was given to. */
  answered_version: number | null;
}

/** Of each opt-in. Older ones stay on record, and are in the export: an answer must not grow with every change. */
const changesShown = 100;

/** What registration asks for, or all that there is for the user: also what was answered before it was retired. */
export type Which = 'of registration' | 'of the user';

interface Wanted {
  userId: string;
  /** Best first. */
  locales: string[];
  which: Which;
}

/** In one query; newest first, at most so many below an id. */
export async function optinsOf(
  manager: EntityManager,
  { userId, locales, which }: Wanted,
  before: string | null = null,
  atMost: number | null = null,
): Promise<AnsweredOptin[]> {
  const rows = await manager.query<Row[]>(
    `SELECT o.id, t.name, t.description, t.purpose, o.can_be_updated, o.required, o.text_version,
            o.retired_at IS NOT NULL AS retired, given.updates
       FROM optin o JOIN optin_text t ON t.optin_id = o.id AND t.version = o.text_version
       CROSS JOIN LATERAL (
         SELECT json_agg(json_build_object('opted_in', opted_in, 'given_at', given_at, 'source', source,
                         'text_version', text_version) ORDER BY id) AS updates
           FROM (SELECT * FROM consent WHERE user_id = $1 AND optin_id = o.id ORDER BY id DESC LIMIT $2) newest
       ) given
      WHERE CASE WHEN $3 THEN o.retired_at IS NULL OR given.updates IS NOT NULL
                 ELSE o.retired_at IS NULL AND o.at_registration END AND ($4::uuid IS NULL OR o.id < $4)
      ORDER BY o.id DESC LIMIT $5`,
    [userId, changesShown, which === 'of the user', before, atMost],
  );
  return rows.map((row) => toAnswered(row, locales));
}

function toAnswered(row: Row, locales: string[]): AnsweredOptin {
  const { id, required, can_be_updated, text_version, retired } = row;
  const updates = row.updates ?? [];
  const last = updates.at(-1);
  const optin = {
    id,
    name: textIn(row.name, locales),
    description: textIn(row.description, locales),
    purpose: { name: row.purpose, can_be_updated, required },
    updates: updates.map(({ opted_in, given_at, source }) => ({
      opted_in,
      updated: timestamp(new Date(given_at)),
      source,
    })),
    opted_in: last?.opted_in ?? false,
  };
  const english_name = textIn(row.name, []);
  const locale = localeIn([row.name, row.description], locales);
  return { id, optin, locale, text_version, retired, english_name, answered_version: last?.text_version ?? null };
}
