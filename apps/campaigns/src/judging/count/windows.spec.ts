import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import { spanOf, windowNameAt } from './windows.js';

type Unit = NonNullable<Cap['window']['unit']>;

const calendar = (unit: Unit, timezone = 'UTC'): Cap['window'] => ({ type: 'calendar', unit, timezone });
const at = (text: string): number => Date.parse(text);
const spanAt = (window: Cap['window'], moment: string) => {
  const { from, until } = spanOf(window, at(moment));
  return [new Date(from).toISOString(), new Date(until).toISOString()];
};

describe('the window of a moment', () => {
  it.each<[Unit, string, string]>([
    ['day', '2026-06-10T23:59:59.999Z', 'day 2026-06-10 UTC'],
    ['week', '2026-06-08T00:00:00Z', 'week 2026-06-08 UTC'],
    ['week', '2026-06-14T23:59:59Z', 'week 2026-06-08 UTC'],
    ['week', '2026-01-01T12:00:00Z', 'week 2025-12-29 UTC'],
    ['month', '2024-02-29T12:00:00Z', 'month 2024-02-01 UTC'],
    ['year', '2026-12-31T23:59:59Z', 'year 2026-01-01 UTC'],
  ])('is named by its first date: the %s of %s is %s', (unit, moment, what) => {
    expect(windowNameAt(calendar(unit), at(moment)).what).toBe(what);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-06-30T10:00:00Z', 'month 2026-07-01 Pacific/Kiritimati'],
    ['America/New_York', '2026-07-01T03:59:59Z', 'month 2026-06-01 America/New_York'],
    ['+05:30', '2026-06-30T18:30:00Z', 'month 2026-07-01 +05:30'],
  ])('goes by the local date of %s', (timezone, moment, what) => {
    expect(windowNameAt(calendar('month', timezone), at(moment)).what).toBe(what);
  });

  it('is the day in UTC where the window does not say which', () => {
    expect(windowNameAt({ type: 'calendar' }, at('2026-06-10T12:00:00Z')).what).toBe('day 2026-06-10 UTC');
    expect(spanAt({ type: 'calendar' }, '2026-06-10T12:00:00Z')).toEqual([
      '2026-06-10T00:00:00.000Z',
      '2026-06-11T00:00:00.000Z',
    ]);
  });

  it.each<[Unit, string]>([
    ['day', '2026-07-21T00:00:00.000Z'],
    ['week', '2026-07-25T00:00:00.000Z'],
    ['month', '2026-08-10T00:00:00.000Z'],
    ['year', '2027-02-10T00:00:00.000Z'],
  ])('of a %s is forgotten 40 days after its end', (unit, forgotten) => {
    const { forgetAt } = windowNameAt(calendar(unit), at('2026-06-10T12:00:00Z'));
    expect(new Date(forgetAt ?? 0).toISOString()).toBe(forgotten);
  });

  it.each(['total', 'rolling'] as const)('has no end for the kind %s', (type) => {
    expect(windowNameAt({ type, seconds: 60 }, 0)).toEqual({ what: type, forgetAt: null });
    expect(spanOf({ type, seconds: 60 }, 0)).toEqual({
      from: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
    });
  });
});

describe('the span of a calendar window', () => {
  it.each<[Unit, string, [string, string]]>([
    ['day', '2026-06-10T00:00:00.000Z', ['2026-06-10T00:00:00.000Z', '2026-06-11T00:00:00.000Z']],
    ['week', '2026-06-14T23:59:59.999Z', ['2026-06-08T00:00:00.000Z', '2026-06-15T00:00:00.000Z']],
    ['month', '2026-12-31T23:59:59.999Z', ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']],
    ['year', '2028-02-29T00:00:00.000Z', ['2028-01-01T00:00:00.000Z', '2029-01-01T00:00:00.000Z']],
  ])('begins with its %s and ends before the next', (unit, moment, span) => {
    expect(spanAt(calendar(unit), moment)).toEqual(span);
  });

  it.each([
    [
      'a day of 23 hours',
      'Europe/Berlin',
      '2027-03-28T10:00:00Z',
      ['2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
    ],
    [
      'a day of 25 hours',
      'Europe/Berlin',
      '2026-10-25T10:00:00Z',
      ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ],
    [
      'a day without a midnight',
      'Africa/Cairo',
      '2026-04-24T10:00:00Z',
      ['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
    ],
    [
      'a day after one that was left out',
      'Pacific/Apia',
      '2011-12-31T00:00:00Z',
      ['2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
    ],
  ])('is that of %s in %s', (_, timezone, moment, span) => {
    expect(spanAt(calendar('day', timezone), moment)).toEqual(span);
  });

  it('holds exactly the moments that have its name', () => {
    const window = calendar('week', 'America/Sao_Paulo');
    const { from, until } = spanOf(window, at('2026-06-10T12:00:00Z'));
    const nameAt = (moment: number) => windowNameAt(window, moment).what;
    expect([from, until - 1].map(nameAt)).toEqual([
      'week 2026-06-08 America/Sao_Paulo',
      'week 2026-06-08 America/Sao_Paulo',
    ]);
    expect([from - 1, until].map(nameAt)).toEqual([
      'week 2026-06-01 America/Sao_Paulo',
      'week 2026-06-15 America/Sao_Paulo',
    ]);
  });
});
