import { storageOf } from '../api/storage-of.js';
import type { FirstWords, Words } from './english.js';

export const languages = { en: 'English', nl: 'Nederlands', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const localeOf: Record<Language, string> = { en: 'en_GB', nl: 'nl_NL', de: 'de_DE' };
const kept = 'ces-language';

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(languages, value);
}

/** The chosen language, or the first of the browser's that the console speaks. */
export function ownLanguage(): Language {
  const chosen = storageOf('localStorage')?.getItem(kept) ?? '';
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage) ?? 'en';
}

export function keepLanguage(language: Language): void {
  storageOf('localStorage')?.setItem(kept, language);
}

/** `en_GB` of `en`: what the API calls the language. */
export function localeFor(language: Language): string {
  return localeOf[language];
}

const settingsIn = {
  en: async () => ({ ...(await import('./en/settings.js')), ...(await import('./en/security.js')) }),
  nl: async () => ({ ...(await import('./nl/settings.js')), ...(await import('./nl/security.js')) }),
  de: async () => ({ ...(await import('./de/settings.js')), ...(await import('./de/security.js')) }),
};
let spoken: { language: Language; words: Words } | undefined;
let hasSettings = false;

/** Each language is a file of its own, so that nobody loads three. */
export async function loadWords(language: Language): Promise<Words> {
  const settings = hasSettings ? await settingsIn[language]() : {};
  const words = { ...(await firstWords(language)), ...settings } as Words;
  spoken = { language, words };
  return words;
}

/** Adds the words of the settings to those that are spoken. The screens of the settings wait for it. */
export async function loadSettingsWords(): Promise<void> {
  hasSettings = true;
  if (spoken) Object.assign(spoken.words, await settingsIn[spoken.language]());
}

async function firstWords(language: Language): Promise<FirstWords> {
  switch (language) {
    case 'en':
      return (await import('./english.js')).english;
    case 'nl':
      return (await import('./dutch.js')).dutch;
    case 'de':
      return (await import('./german.js')).german;
  }
}
