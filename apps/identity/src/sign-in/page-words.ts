import { locales, type Locale } from '@ces/contracts/locale';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Plain {
  title: string;
  lead: string;
}

export interface PageWords {
  sign_in: Plain & { username: string; password: string; button: string; cancel: string };
  consent: Plain & { allow: string; deny: string };
  scopes: Record<string, string>;
  sign_out: Plain & { button: string; cancel: string };
  signed_out: Plain;
  faults: { heading: string; wrong: string; throttled: string; busy: string };
  expired: Plain;
  broken: Plain;
}

const words = new Map(
  locales.map((locale) => [
    locale,
    JSON.parse(readFileSync(resolve(import.meta.dirname, 'texts', `${locale}.json`), 'utf8')) as PageWords,
  ]),
);

export function wordsIn(locale: Locale): PageWords {
  const found = words.get(locale);
  if (!found) throw new Error(`there are no pages in ${locale}`);
  return found;
}
