import { faulty, Problem, problems, type Fault, type ProblemCode } from './problems.js';

const faults = (count: number, detail = 'is wrong'): Fault[] =>
  Array.from({ length: count }, (_, index) => ({ pointer: `#/${index}`, code: 'wrong', detail }));
const errorsOf = (given: readonly Fault[]): Fault[] => faulty('validation-failed', given).extras.errors ?? [];

describe('a problem', () => {
  it('has the status and the title of its code', () => {
    const problem = new Problem('nonce-gone', 'It was used.');
    expect([problem.status, problem.title, problem.message]).toEqual([
      410,
      'The nonce was used or has expired',
      'It was used.',
    ]);
  });

  it('comes over the bus as it was sent', () => {
    const extras = { errors: faults(2), retry_after: 7, members: { continue_from: 2 } };
    const sent = new Problem('rate-limited', 'Wait.', extras);
    const json: unknown = JSON.parse(JSON.stringify(sent));
    expect(json).toEqual({ code: 'rate-limited', detail: 'Wait.', ...extras });
    const received = Problem.from(sent.toJSON());
    expect([received.code, received.detail, received.extras]).toEqual(['rate-limited', 'Wait.', extras]);
  });

  it('stays a refusal when a newer service uses a code that is not known here', () => {
    const received = Problem.from({ code: 'of-a-later-release' as ProblemCode, detail: 'No.', retry_after: 3 });
    expect([received.code, received.status, received.detail, received.extras]).toEqual([
      'internal-error',
      500,
      'No.',
      {},
    ]);
  });

  it('has a status that refuses, and a title', () => {
    for (const [code, [status, title]] of Object.entries(problems)) {
      expect([code, status >= 400 && status < 600, title.length > 0]).toEqual([code, true, true]);
    }
  });
});

describe('a problem that names faults', () => {
  it('says the first of them in words, and how many more there are', () => {
    const detailOf = (count: number) => faulty('validation-failed', faults(count)).detail;
    expect([detailOf(1), detailOf(2), detailOf(100), detailOf(101)]).toEqual([
      '#/0: is wrong',
      '#/0: is wrong (and 1 more)',
      '#/0: is wrong (and 99 more)',
      '#/0: is wrong (and at least 100 more)',
    ]);
  });

  it('says what its code means when there is no fault', () => {
    expect(faulty('validation-failed', [])).toMatchObject({
      detail: 'The request has invalid fields',
      extras: { errors: [] },
    });
  });

  it('names a hundred of them at the most', () => {
    expect(errorsOf(faults(100))).toHaveLength(100);
    expect(errorsOf(faults(101)).at(-1)?.pointer).toBe('#/99');
  });

  it('shortens the words of the first ten to 1,000 characters, and those of the others to 200', () => {
    expect(errorsOf(faults(12, 'x'.repeat(1_001))).map(({ detail }) => detail.length)).toEqual([
      ...Array<number>(10).fill(1_000),
      200,
      200,
    ]);
    const [fits, tooLong] = errorsOf([...faults(1, 'x'.repeat(1_000)), ...faults(1, 'y'.repeat(1_001))]);
    expect([fits?.detail, tooLong?.detail]).toEqual(['x'.repeat(1_000), `${'y'.repeat(999)}…`]);
  });

  it('shortens pointers and codes to 200 characters', () => {
    const [fault] = errorsOf([{ pointer: `#/${'p'.repeat(300)}`, code: 'c'.repeat(300), detail: 'd' }]);
    expect([fault?.pointer.length, fault?.code.length]).toEqual([200, 200]);
  });
});
