import { describeReport, type Report } from './describe-report.js';
import type { Difference } from './difference.js';

const hour = { from: Date.UTC(2026, 10, 23, 4), until: Date.UTC(2026, 10, 23, 5) };
const nothing: Report = { hours: 21, differences: [], mended: 0, underWay: 0, silent: [] };
const difference = (kind: Difference['kind'], more: Partial<Difference> = {}): Difference => ({
  ...{ subject: 'cards.card-added', publisher: 'cards', reader: 'campaigns' },
  ...{ kind, hour, ids: ['a'], count: 1 },
  ...more,
});

describe('the lines of the command reconcile', () => {
  it('are one when nothing differs', () => {
    expect(describeReport({ ...nothing, mended: 3 })).toEqual([
      '21 hours compared, 3 facts repeated and handled, 0 differences left',
    ]);
  });

  it.each([
    ['unhandled', 'cards published it, campaigns has not handled it; --repair repeats it'],
    ['unpublished', 'campaigns has handled it, cards does not have it; it cannot be repeated'],
    ['ungranted', 'the grant does not agree with slips and ledger; it cannot be repeated'],
  ] as const)('explain each row that is %s', (kind, explanation) => {
    expect(describeReport({ ...nothing, differences: [difference(kind, { ids: ['a', 'b'], count: 2 })] })).toEqual([
      `2026-11-23T04:00Z cards.card-added a: ${explanation}`,
      `2026-11-23T04:00Z cards.card-added b: ${explanation}`,
      '21 hours compared, 0 facts repeated and handled, 2 differences left',
    ]);
  });

  it('count the rows that are not named, and those that have left rewards', () => {
    const differences = [
      difference('unpublished', { count: 5, granted: 2 }),
      difference('unpublished', { granted: 0 }),
      difference('unhandled', { count: 3 }),
    ];
    const lines = describeReport({ ...nothing, differences });
    expect(lines.filter((line) => !line.includes(' a: '))).toEqual([
      '2026-11-23T04:00Z cards.card-added: and 4 more',
      '2026-11-23T04:00Z cards.card-added: 2 of these events have left slips or entries in the ledger',
      '2026-11-23T04:00Z cards.card-added: and 2 more',
      '21 hours compared, 0 facts repeated and handled, 9 differences left',
    ]);
  });

  it('name what was not compared', () => {
    expect(describeReport({ ...nothing, silent: ['cards', 'events'], underWay: 2 })).toEqual([
      'not compared: cards did not answer, or has no records of some hours',
      'not compared: events did not answer, or has no records of some hours',
      'not compared: in 2 cases facts are still on their way or a service did not answer; run the command again',
      '21 hours compared, 0 facts repeated and handled, 0 differences left',
    ]);
  });
});
