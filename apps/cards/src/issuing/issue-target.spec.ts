import { csvInvalid, faultOfLine, linesTaken, numbersTaken, shownFaults } from './issue-problems.js';
import { toIssuedCard, toIssueTarget } from './issue-target.js';

const tier = { id: 't', name: 'Gold', definition: 'default' };

describe('the cards of an issue', () => {
  it.each([
    [undefined, 'active', null],
    [null, 'active', null],
    ['2999-01-01T01:00:00+01:00', 'active', '2999-01-01T00:00:00.000+00:00'],
    ['2001-01-01T00:00:00Z', 'expired', '2001-01-01T00:00:00.000+00:00'],
  ])('with the expiration %j are %s', (expiration, state, shown) => {
    const target = toIssueTarget(tier, expiration === undefined ? {} : { expiration });
    expect(toIssuedCard({ id: 'c', identifier: '1' }, target)).toEqual({
      ...{ id: 'c', identifier: '1', definition: 'default', tier: 'Gold', state, expiration: shown },
    });
  });
});

describe('the refusal of an issue', () => {
  const many = Array.from({ length: shownFaults + 1 }, (_, index) => index);

  it('names a hundred faults at the most', () => {
    const problems = [
      numbersTaken(many.map((place) => `#/identifiers/${place}`)),
      linesTaken(many),
      csvInvalid(many.map((line) => faultOfLine(line, 'card-number', 'is odd'))),
    ];
    expect(problems.map(({ extras }) => extras.errors?.length)).toEqual([100, 100, 100]);
    expect(problems.map(({ status, code }) => `${status} ${code}`)).toEqual([
      '409 card-number-taken',
      '409 card-number-taken',
      '422 csv-invalid',
    ]);
  });

  it('points at the numbers of a request, and at the lines of a file', () => {
    expect(numbersTaken(['#/identifiers/3']).extras.errors).toMatchObject([
      { pointer: '#/identifiers/3', code: 'taken' },
    ]);
    expect(linesTaken([7]).extras.errors).toEqual([
      { pointer: '#/file', code: 'taken', detail: 'line 7: is the number of a card that was issued before' },
    ]);
    const faults = [faultOfLine(1, 'a', 'is odd'), faultOfLine(undefined, 'b', 'is lost')];
    expect(csvInvalid(faults).detail).toBe('line 1: is odd; line 0: is lost');
  });
});
