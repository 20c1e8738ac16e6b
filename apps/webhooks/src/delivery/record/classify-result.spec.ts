import { classifyResult, ladderMs, type Trials } from './classify-result.js';

const first: Trials = { attempt: 0, refusals: 0, asideInRow: 0, count: 100 };
const status = (code: number, retryAfterMs?: number) => ({
  kind: 'answered' as const,
  status: code,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

describe('the result of a delivery', () => {
  it.each([200, 201, 204, 299])('%p is a success', (code) => {
    expect(classifyResult(status(code), first, 0)).toEqual({ kind: 'delivered' });
  });

  it.each([301, 302, 307, 400, 401, 404, 422, 429, 500, 503])(
    '%p is a failure and is tried again after five seconds',
    (code) => {
      expect(classifyResult(status(code), first, 0)).toMatchObject({ kind: 'retry', pauseMs: 5_000 });
      expect(classifyResult(status(code), first, 1)).toMatchObject({ kind: 'retry', pauseMs: 6_000 });
    },
  );

  it('the ladder has ten rungs, and at its end the webhook is disabled', () => {
    const pauses = ladderMs.map((_, attempt) =>
      classifyResult({ kind: 'unanswered', error: 'timeout' }, { ...first, attempt }, 0),
    );
    expect(pauses.map((each) => each.kind === 'retry' && each.pauseMs / 1_000)).toEqual([
      5, 30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(classifyResult(status(500), { ...first, attempt: 10 }, 0)).toEqual({ kind: 'disable', reason: 'failing' });
  });

  it('410 disables at once', () => {
    expect(classifyResult(status(410), first, 0)).toEqual({ kind: 'disable', reason: 'gone' });
  });

  it('Retry-After is a floor, of a day at the most', () => {
    expect(classifyResult(status(503, 60_000), first, 0)).toMatchObject({ pauseMs: 60_000 });
    expect(classifyResult(status(429, 1_000), first, 0)).toMatchObject({ pauseMs: 5_000 });
    expect(classifyResult(status(429, 1e12), first, 0)).toMatchObject({ pauseMs: 86_400_000 });
  });

  it.each([
    [400, 1],
    [422, 1],
    [413, 0],
  ])('%p halves a batch that has been refused %p times, and sets a lone event aside', (code, refusals) => {
    const trials = { ...first, refusals };
    expect(classifyResult(status(code), trials, 0)).toEqual({ kind: 'halve', refused: code !== 413, pauseMs: 0 });
    const alone = { kind: 'set-aside', status: code, pauseMs: 0 };
    expect(classifyResult(status(code), { ...trials, count: 1 }, 0)).toEqual(alone);
    expect(classifyResult(status(code, 60_000), trials, 0)).toMatchObject({ kind: 'halve', pauseMs: 60_000 });
    expect(classifyResult(status(code, 60_000), { ...trials, count: 1 }, 0)).toMatchObject({
      ...alone,
      pauseMs: 60_000,
    });
  });

  it('a receiver that refuses event after event is at fault: no further event is set aside', () => {
    const trials = { ...first, refusals: 1, count: 1, asideInRow: 20 };
    expect(classifyResult(status(400), trials, 0)).toMatchObject({ kind: 'retry' });
  });
});
