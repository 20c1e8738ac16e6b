import { userScopes } from '@ces/contracts/identity/tokens/scopes';
import { locales, type Locale } from '@ces/contracts/locale';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The texts of each page; every language has all of them. */
const parts = {
  sign_in: ['title', 'lead', 'username', 'password', 'button', 'cancel', 'create', 'or', 'with_provider'],
  unknown: ['title', 'lead', 'lead_sign_in', 'create', 'back'],
  unknown_operator: ['title', 'lead'],
  forgotten: ['link', 'title', 'lead', 'username', 'button', 'back'],
  forgotten_asked: ['title', 'lead', 'more'],
  sign_up: [
    ...(['title', 'lead', 'password_rule', 'have_account', 'next', 'sign_in'] as const),
    ...(['person_title', 'person_lead', 'first_name', 'infix', 'last_name'] as const),
    ...(['optins_title', 'optins_lead', 'required', 'card_title', 'card_lead', 'card_number'] as const),
    ...(['mailed_title', 'mailed_lead'] as const),
    ...(['taken', 'bad_username', 'bad_password', 'bad_person', 'optins_missing', 'bad_card'] as const),
  ],
  consent: ['title', 'lead', 'allow', 'deny'],
  scopes: userScopes,
  device: [
    ...(['title', 'lead', 'code', 'button', 'no_code', 'not_found', 'used', 'again'] as const),
    ...(['confirm_title', 'confirm_lead', 'confirm_warning', 'confirm', 'refuse'] as const),
    ...(['done_title', 'done_lead', 'refused_title', 'refused_lead', 'too_many_title', 'too_many_lead'] as const),
  ],
  sign_out: ['title', 'lead', 'lead_of_client', 'button', 'cancel'],
  signed_out: ['title', 'lead'],
  onwards: ['title', 'lead', 'button'],
  second_factor: ['title', 'lead', 'lead_passkey', 'passkey', 'code'],
  invitation: [
    'title',
    'lead',
    'password',
    'rule',
    'button',
    'done_title',
    'done_lead',
    'sign_in',
    'gone_title',
    'gone_lead',
    'bad_password',
  ],
  faults: [
    ...(['heading', 'wrong', 'wrong_operator', 'wrong_code', 'wrong_passkey'] as const),
    ...(['throttled', 'busy', 'cancelled', 'refused', 'away'] as const),
  ],
  expired: ['title', 'lead'],
  broken: ['title', 'lead'],
  refused_address: ['title', 'lead'],
  unavailable: ['title', 'lead'],
} as const;

type Parts = typeof parts;
type PageWords = { [Part in keyof Parts]: Record<Parts[Part][number], string> };
export type Plain = Record<'title' | 'lead', string>;

const words = new Map(locales.map((locale) => [locale, read(locale)]));

export function wordsIn(locale: Locale): PageWords {
  const found = words.get(locale);
  if (!found) throw new Error(`there are no texts of pages in ${locale}`);
  return found;
}

function read(locale: Locale): PageWords {
  const text: unknown = JSON.parse(readFileSync(resolve(import.meta.dirname, 'texts', `${locale}.json`), 'utf8'));
  if (!arePageWords(text)) throw new Error(`texts of pages are missing in ${locale}.json`);
  return text;
}

function arePageWords(text: unknown): text is PageWords {
  return Object.entries(parts).every(([part, names]) =>
    names.every((name) => typeof memberOf(memberOf(text, part), name) === 'string'),
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
