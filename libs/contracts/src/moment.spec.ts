import { check } from './check.js';
import { IsMoment } from './moment.js';

class Appointment {
  @IsMoment()
  at: string;
}

describe('a moment', () => {
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
  ])('may be written %s', async (text) => {
    expect(await taken(text)).toBe(true);
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
