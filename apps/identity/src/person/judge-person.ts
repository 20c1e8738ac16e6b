import type { FieldValidator, PersonField } from '@ces/contracts/identity/person';
import type { Fault } from '@ces/contracts/problems';

type Judge = (value: string, options: Record<string, unknown>) => string | undefined;

const judges: Record<FieldValidator['name'], Judge> = {
  not_blank: (value) => (/\S/.test(value) ? undefined : 'must not be blank'),
  length: (value, { max }) =>
    [...value].length > Number(max) ? `must have ${String(max)} characters at the most` : undefined,
  regex: (value, { pattern }) =>
    new RegExp(String(pattern), 'u').test(value) ? undefined : `must match ${String(pattern)}`,
  choice: (value, { choices }) =>
    (choices as string[]).includes(value) ? undefined : `must be one of ${(choices as string[]).join(', ')}`,
  date: (value, { min, max }) => (isDate(value, String(min), String(max)) ? undefined : 'must be a date, YYYY-MM-DD'),
};

export interface Judgement {
  /** Trimmed; what was left out is not in it. */
  fields: Record<string, string>;
  faults: Fault[];
}

/**
 * Judges what was sent, to the letter, by the descriptor: what a client makes of the same validators is right. Empty text and
 * null stand for what was left out.
 */
export function judgePerson(descriptor: Record<string, PersonField>, sent: object): Judgement {
  const given = new Map<string, unknown>(Object.entries(sent));
  const judgement: Judgement = { fields: {}, faults: [] };
  for (const [name, { validators }] of Object.entries(descriptor)) {
    const value = given.get(name) ?? '';
    if (typeof value !== 'string') {
      judgement.faults.push(faultOf(name, 'is-string', 'must be a string'));
      continue;
    }
    const applicable = value === '' ? validators.filter((each) => each.name === 'not_blank') : validators;
    for (const validator of applicable) {
      const detail = judges[validator.name](value, validator.options);
      if (detail !== undefined) judgement.faults.push(faultOf(name, validator.name.replace('_', '-'), detail));
    }
    const text = value.normalize('NFC').trim();
    if (text !== '') judgement.fields[name] = text;
  }
  return judgement;
}

function faultOf(name: string, code: string, detail: string): Fault {
  return { pointer: `#/${name}`, code, detail };
}

function isDate(text: string, min: string, max: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // 30 February becomes March: a date that does not exist reads differently afterwards.
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  const last = max === 'today' ? new Date().toISOString().slice(0, 10) : max;
  return exists && text >= min && text <= last;
}
