import type { MailKind } from '@ces/contracts/identity/mails/mail-texts';
import { locales, type Locale } from '@ces/contracts/locale';
import { ConfigFault } from '@ces/service/config/config';
import { Injectable } from '@nestjs/common';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { IdentityConfig } from '../identity.config.js';

export interface Words {
  subject: string;
  greeting: string;
  lines: string[];
  /** The text of the link; without it only the address is shown, because it leads to no page. */
  button?: string;
  /** Small print below the button. */
  ending: string[];
}

type Texts = Record<MailKind, Words>;

/**
 * The texts of mails, in one plain file per language, so that a text can be changed without TypeScript. An operator can put
 * files of the same names and shape into MAIL_TEXTS, with only the words that differ from ours.
 */
@Injectable()
export class MailTexts {
  private readonly texts: ReadonlyMap<Locale, Texts>;

  constructor({ MAIL_TEXTS: folder }: IdentityConfig) {
    this.texts = new Map(locales.map((locale) => [locale, textsOf(locale, folder)]));
  }

  of(kind: MailKind, locale: Locale): Words {
    const words = (this.texts.get(locale) ?? this.texts.get(locales[0]))?.[kind];
    if (!words) throw new Error(`there is no mail ${kind}`);
    return words;
  }
}

function textsOf(locale: Locale, folder: string): Texts {
  const texts = read(resolve(import.meta.dirname, 'texts', `${locale}.json`)) as Texts;
  const file = resolve(folder, `${locale}.json`);
  if (folder === '' || !existsSync(file)) return texts;
  for (const [kind, words] of entriesOf(read(file), file)) {
    const ours = new Map(Object.entries(texts)).get(kind);
    if (!ours) throw new ConfigFault(`${file}: there is no mail "${kind}"`);
    for (const [name, text] of entriesOf(words, `${file}, ${kind}`)) {
      const replaced = new Map<string, unknown>(Object.entries(ours)).get(name);
      if (!isLike(replaced, text))
        throw new ConfigFault(`${file}, ${kind}: "${name}" is not a word of a mail, or not of its type`);
      Object.assign(ours, { [name]: text });
    }
  }
  return texts;
}

function isLike(ours: unknown, own: unknown): boolean {
  if (!Array.isArray(ours)) return typeof ours === 'string' && typeof own === 'string';
  return Array.isArray(own) && own.every((line) => typeof line === 'string');
}

function entriesOf(value: unknown, place: string): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new ConfigFault(`${place} must hold an object`);
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigFault(`${file} cannot be read: ${error instanceof Error ? error.message : 'no JSON'}`);
  }
}
