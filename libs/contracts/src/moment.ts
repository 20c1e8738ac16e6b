import { Transform } from 'class-transformer';
import { buildMessage, ValidateBy } from 'class-validator';

const rfc3339 =
  /^((\d{4})-(\d\d)-(\d\d))T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
/** The form that every program of ours, and PostgreSQL, reads alike. */
const plain = /^.{10}T.{5}:[0-5]\d(\.\d{1,9})?(Z|[+-].{5})$/;

/**
 * Reads a moment of RFC 3339 with its offset. Programs disagree about the other forms of ISO 8601. A leap second is the second
 * after it. Years have four digits: JavaScript, PostgreSQL and clients read longer years differently.
 */
export function momentOf(text: string): Date | undefined {
  const [, date = '', year, month, day, clock = '', second, fraction = '', offset = ''] = rfc3339.exec(text) ?? [];
  if (year === undefined || Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  const isLeap = second === '60';
  const ms = Date.parse(
    `${date}T${clock}:${isLeap ? '59' : (second ?? '')}${fraction.slice(0, 4)}${offset.toUpperCase()}`,
  );
  const moment = new Date(isLeap ? ms + 1_000 : ms);
  if (Number.isNaN(ms) || moment.getUTCFullYear() < 1 || moment.getUTCFullYear() > 9_999) return undefined;
  return isLeap && !beginsMonth(moment) ? undefined : moment;
}

/** Accepts a moment, and writes it in a plain form if it has more digits than usual, small letters, or a leap second. */
export function IsMoment(): PropertyDecorator {
  const defaultMessage = buildMessage(() => '$property must be a moment with its offset, as 2026-12-01T00:00:00Z');
  const written = Transform(({ value }: { value: unknown }) => inPlainForm(value));
  const valid = ValidateBy({ name: 'isMoment', validator: { validate: isMoment, defaultMessage } });
  return (target, property) => {
    written(target, property);
    valid(target, property);
  };
}

function inPlainForm(value: unknown): unknown {
  if (typeof value !== 'string' || plain.test(value)) return value;
  return momentOf(value)?.toISOString() ?? value;
}

function isMoment(value: unknown): boolean {
  const moment = typeof value === 'string' ? momentOf(value) : undefined;
  return moment !== undefined && moment.getTime() >= 0;
}

function daysIn(year: number, month: number): number {
  return month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Leap seconds end months of UTC. */
function beginsMonth(moment: Date): boolean {
  return moment.getUTCDate() === 1 && moment.toISOString().slice(11, 19) === '00:00:00';
}
