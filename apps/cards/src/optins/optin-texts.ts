import type { NewOptin, Texts } from '@ces/contracts/cards/optins';
import { storable } from '@ces/contracts/identity/clients';
import { fragmentStep } from '@ces/contracts/json/escape-step';
import { Problem, type Fault } from '@ces/contracts/problems';

export const fallbackLocale = 'en_GB';
const localePattern = /^[a-z]{2,3}_[A-Z]{2}$/;

/** The text in the first of these languages that it exists in, else in English. */
export function textIn(texts: Texts, locales: string[]): string {
  const known = locales.find((locale) => Object.hasOwn(texts, locale)) ?? fallbackLocale;
  return texts[known] ?? '';
}

export function localeIn(texts: Texts[], locales: string[]): string | undefined {
  return locales.find((locale) => texts.some((each) => Object.hasOwn(each, locale)));
}

/** Refuses texts that cannot be shown, and a required opt-in that registration does not ask for. */
export function validateOptin({ name, description, purpose, at_registration }: NewOptin): void {
  const faults = [...faultsOf(name, '#/name', 200), ...faultsOf(description, '#/description', 5_000)];
  if (purpose.required && at_registration === false) {
    const detail = 'must be true where the opt-in is required: registration completes only with it';
    faults.push({ pointer: '#/at_registration', code: 'required', detail });
  }
  if (faults.length === 0) return;
  throw new Problem('validation-failed', faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join('; '), {
    errors: faults,
  });
}

function faultsOf(texts: Texts, pointer: string, longest: number): Fault[] {
  const faults = Object.entries<unknown>(texts).flatMap(([locale, text]): Fault[] => {
    const at = `${pointer}/${fragmentStep(locale)}`;
    if (!localePattern.test(locale)) return [{ pointer: at, code: 'locale', detail: 'must be named like en_GB' }];
    if (typeof text !== 'string' || text.trim() === '' || text.length > longest || !storable.test(text))
      return [{ pointer: at, code: 'text', detail: `must be a text of up to ${longest} characters` }];
    return [];
  });
  if (texts[fallbackLocale] === undefined)
    faults.push({ pointer: `${pointer}/${fallbackLocale}`, code: 'required', detail: 'is needed' });
  return faults;
}
