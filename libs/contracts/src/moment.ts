import { buildMessage, ValidateBy } from 'class-validator';

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
/** Years have four digits: JavaScript, PostgreSQL and clients read longer years differently. */
const end = Date.UTC(10_000, 0, 1);

/** Accepts a moment of RFC 3339 with its offset. Programs disagree about the other forms of ISO 8601. */
export function IsMoment(): PropertyDecorator {
  const defaultMessage = buildMessage(() => '$property must be a moment with its offset, as 2026-12-01T00:00:00Z');
  return ValidateBy({ name: 'isMoment', validator: { validate: isMoment, defaultMessage } });
}

function isMoment(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [, year, month, day] = rfc3339.exec(value) ?? [];
  if (day === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const ms = Date.parse(value);
  return date.toISOString().startsWith(`${year ?? ''}-${month ?? ''}-${day}`) && ms >= 0 && ms < end;
}
