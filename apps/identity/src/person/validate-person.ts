import type { FieldValidator, PersonField } from '@ces/contracts/identity/person';
import type { Fault } from '@ces/contracts/problems';

/** Returns the fault of a value, as a sentence without its subject. */
type Check = (value: string, options: Record<string, unknown>) => string | undefined;

const checks: Record<FieldValidator['name'], Check> = {
  not_blank: (value) => (/\S/.test(value) ? undefined : 'must not be blank'),
  length: (value, { max }) =>
    [...value].length > Number(max) ? `must have ${String(max)} characters at the most` : undefined,
  regex: (value, { pattern }) =>
    new RegExp(String(pattern), 'u').test(value) ? undefined : `must match ${String(pattern)}`,
  choice: (value, { choices }) =>
    (choices as string[]).includes(value) ? undefined : `must be one of ${(choices as string[]).join(', ')}`,
  date: (value, { min, max }) => (isDate(value, String(min), String(max)) ? undefined : 'must be a date, YYYY-MM-DD'),
};

export interface ValidatedPerson {
  /** The fields that were entered, trimmed. */
  fields: Record<string, string>;
  faults: Fault[];
}

/**
 * Applies the validators of the descriptor to the letter, so that a client that applies them gets the same result. They see the
 * text in the form in which it is stored (NFC), because that form may be longer. Empty text and null count as not entered.
 */
export function validatePerson(descriptor: Record<string, PersonField>, sent: object): ValidatedPerson {
  const given = new Map<string, unknown>(Object.entries(sent));
  const validated: ValidatedPerson = { fields: {}, faults: [] };
  for (const [name, { validators }] of Object.entries(descriptor)) {
    const sentValue = given.get(name) ?? '';
    if (typeof sentValue !== 'string') {
      validated.faults.push(faultOf(name, 'is-string', 'must be a string'));
      continue;
    }
    const value = sentValue.normalize('NFC');
    const applicable = value === '' ? validators.filter((each) => each.name === 'not_blank') : validators;
    for (const validator of applicable) {
      const detail = checks[validator.name](value, validator.options);
      if (detail !== undefined) validated.faults.push(faultOf(name, validator.name.replace('_', '-'), detail));
    }
    const text = value.trim();
    if (text !== '') validated.fields[name] = text;
  }
  return validated;
}

function faultOf(name: string, code: string, detail: string): Fault {
  return { pointer: `#/${name}`, code, detail };
}

function isDate(text: string, min: string, max: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // `Date` turns 30 February into a day of March, so a date that does not exist reads differently afterwards.
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  const last = max === 'today' ? new Date().toISOString().slice(0, 10) : max;
  return exists && text >= min && text <= last;
}
