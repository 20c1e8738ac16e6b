import { check } from './check.js';
import { IsMoment, momentOf } from './moment.js';

class Appointment {
  @IsMoment()
  at: string;
}

describe('a moment', () => {
  const writtenAs = async (at: string) => (await check(Appointment, { at }, 'refuse')).at;
  const taken = (at: unknown): Promise<boolean> =>
    check(Appointment, { at }, 'refuse').then(
      () => true,
      () => false,
    );

  it.each([
    '2026-12-01T00:00:00Z',
    '2026-12-01T23:59:59.123456789+14:00',
    '2024-02-29T00:00:00-00:00',
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-12-01T00:00:00+23:59',
  ])('may be written %s', async (text) => {
    expect(await writtenAs(text)).toBe(text);
  });

  it.each([
    ['2026-12-01T00:00:00.1239999999Z', '2026-12-01T00:00:00.123Z'],
    [`2026-12-01T00:00:00.5${'0'.repeat(200)}+01:00`, '2026-11-30T23:00:00.500Z'],
    ['2026-12-01t00:00:00z', '2026-12-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60.25Z', '2017-01-01T00:00:00.250Z'],
    ['2017-01-01T08:59:60+09:00', '2017-01-01T00:00:00.000Z'],
  ])('is written in a plain form, where it is %s', async (text, expected) => {
    expect(await writtenAs(text)).toBe(expected);
  });

  it('may lie before 1970 where an event names it', () => {
    expect(momentOf('0001-01-01T00:00:00Z')?.toISOString()).toBe('0001-01-01T00:00:00.000Z');
    expect(momentOf('0004-02-29T00:00:00Z')?.toISOString()).toBe('0004-02-29T00:00:00.000Z');
    expect([momentOf('0000-12-31T00:00:00Z'), momentOf('0001-01-01T00:00:00+01:00')]).toEqual([undefined, undefined]);
  });

  it.each([
    '20261201T000000Z',
    '2026-W01-1T00:00:00Z',
    '2026-335T00:00:00Z',
    '2026-12-01T00:00:00,5Z',
    '2026-12-01 00:00:00Z',
    '2026-12-01T00:00:00',
    '2026-12-01T00:00:00+0100',
    '2026-12-01T24:00:00Z',
    '2026-12-01T00:00:60Z',
    '2026-12-30T23:59:60Z',
    '2026-12-31T23:59:61Z',
    '9999-12-31T23:59:60Z',
    '2026-12-01T00:00:00.Z',
    '2026-12-01T00:00:00+24:00',
    '2026-12-01T00:00:00+01:60',
    '2026-00-01T00:00:00Z',
    '2026-12-00T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '2026-12-01T00:00:00Z\n',
    1_764_547_200_000,
    null,
    ['2026-12-01T00:00:00Z'],
  ])('may not be written %j', async (value) => {
    expect(await taken(value)).toBe(false);
  });
});
