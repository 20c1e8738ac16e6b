import { formatFor } from '../../words/format.js';
import { drawnOf, rowName, stepOf } from './chart-values.js';

describe('values of a chart', () => {
  it('stand on top of each other as bars, and the highest are drawn first', () => {
    const series = [
      { name: 'accepted', colour: 1, values: [5, 0] },
      { name: 'refused', colour: 4, values: [3, 2] },
    ] as const;
    const drawn = drawnOf({ series, bars: 'stacked' });
    expect(drawn.map(({ name, values }) => [name, values])).toEqual([
      ['refused', [8, 2]],
      ['accepted', [5, 0]],
    ]);
    expect(drawnOf({ series, bars: 'within' })).toBe(series);
  });

  it('of days have the name of the day in UTC, wherever the browser is', () => {
    const days = ['2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'];
    expect(rowName('2026-11-25T00:00:00.000Z', stepOf(days), formatFor('en'))).toBe('25 Nov');
  });
});
