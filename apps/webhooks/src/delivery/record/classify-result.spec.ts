import { judge, ladderMs, retryAfterOf, type Trials } from './classify-result.js';
import { after, type QueueState } from './queue-state.js';

const first: Trials = { attempt: 0, refusals: 0, asideInRow: 0, count: 100 };
const status = (code: number, retryAfterMs?: number) => ({
  kind: 'answered' as const,
  status: code,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

describe('what follows from an answer', () => {
  it.each([200, 201, 204, 299])('%p is a success', (code) => {
    expect(judge(status(code), first, 0)).toEqual({ kind: 'delivered' });
  });

  it.each([301, 302, 307, 400, 401, 404, 422, 429, 500, 503])('%p is tried again after five seconds', (code) => {
    expect(judge(status(code), first, 0)).toMatchObject({ kind: 'retry', pauseMs: 5_000 });
    expect(judge(status(code), first, 1)).toMatchObject({ kind: 'retry', pauseMs: 6_000 });
  });

  it('the ladder has ten rungs, and at its end the webhook is disabled', () => {
    const pauses = ladderMs.map((_, attempt) =>
      judge({ kind: 'unanswered', error: 'timeout' }, { ...first, attempt }, 0),
    );
    expect(pauses.map((each) => each.kind === 'retry' && each.pauseMs / 1_000)).toEqual([
      5, 30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(judge(status(500), { ...first, attempt: 10 }, 0)).toEqual({ kind: 'disable', reason: 'failing' });
  });

  it('410 disables at once', () => {
    expect(judge(status(410), first, 0)).toEqual({ kind: 'disable', reason: 'gone' });
  });

  it('Retry-After is a floor, of a day at the most', () => {
    expect(judge(status(503, 60_000), first, 0)).toMatchObject({ pauseMs: 60_000 });
    expect(judge(status(429, 1_000), first, 0)).toMatchObject({ pauseMs: 5_000 });
    expect(judge(status(429, 1e12), first, 0)).toMatchObject({ pauseMs: 86_400_000 });
  });

  it.each([
    [400, 1],
    [422, 1],
    [413, 0],
  ])('%p halves a batch that has been refused %p times, and sets a lone event aside', (code, refusals) => {
    const trials = { ...first, refusals };
    expect(judge(status(code), trials, 0)).toEqual({ kind: 'halve', refused: code !== 413, pauseMs: 0 });
    const alone = { kind: 'set-aside', status: code, pauseMs: 0 };
    expect(judge(status(code), { ...trials, count: 1 }, 0)).toEqual(alone);
    expect(judge(status(code, 60_000), trials, 0)).toMatchObject({ kind: 'halve', pauseMs: 60_000 });
    expect(judge(status(code, 60_000), { ...trials, count: 1 }, 0)).toMatchObject({ ...alone, pauseMs: 60_000 });
  });

  it('one that refuses event after event is itself at fault: nothing more is set aside', () => {
    const trials = { ...first, refusals: 1, count: 1, asideInRow: 20 };
    expect(judge(status(400), trials, 0)).toMatchObject({ kind: 'retry' });
  });

  it.each([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 00:00:10 GMT', 10_000],
    ['Sat, 21 Nov 2020 00:00:10 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads Retry-After: %p', (header, expected) => {
    expect(retryAfterOf(header, Date.parse('2026-11-21T00:00:00Z'))).toBe(expected);
  });
});

describe('where a webhook stands after an answer', () => {
  const state: QueueState = {
    cursor: 10,
    batch: { id: 'b', to: 110, count: 100, hash: 'h', names: ['transaction-created'] },
    attempt: 3,
    refusals: 1,
    limit: 100,
    suspectTo: null,
    asideInRow: 2,
    inherited: 0,
    lastMs: 3,
  };

  it('delivered: behind the batch, with nothing to its charge', () => {
    expect(after({ kind: 'delivered' }, state)).toEqual({
      cursor: 110,
      batch: null,
      attempt: 0,
      refusals: 0,
      limit: 100,
      suspectTo: null,
      asideInRow: 0,
      inherited: 0,
      lastMs: 3,
    });
  });

  it('halved: smaller batches up to the end of the refused one, which need no second refusal', () => {
    const halved = after({ kind: 'halve', refused: true, pauseMs: 0 }, state);
    expect(halved).toMatchObject({ cursor: 10, batch: null, attempt: 0, refusals: 1, limit: 50, suspectTo: 110 });
    const half = { ...halved, batch: { id: 'c', to: 60, count: 50, hash: 'h', names: ['transaction-created'] } };
    expect(after({ kind: 'delivered' }, half)).toMatchObject({ cursor: 60, refusals: 1, limit: 100, suspectTo: 110 });
    expect(after({ kind: 'halve', refused: true, pauseMs: 0 }, half)).toMatchObject({ limit: 25, suspectTo: 110 });
  });

  it('too large: its halves have not been refused, and take two refusals as any batch', () => {
    const halved = after({ kind: 'halve', refused: false, pauseMs: 0 }, state);
    expect(halved).toMatchObject({ refusals: 0, limit: 50, suspectTo: 110 });
    const half = { ...halved, batch: { id: 'c', to: 60, count: 50, hash: 'h', names: ['user-deleted'] } };
    const refused = after({ kind: 'retry', pauseMs: 1, refused: true }, half);
    expect(after({ kind: 'delivered' }, refused)).toMatchObject({ cursor: 60, refusals: 0, suspectTo: 110 });
    // Only what was in the half that is refused for good is suspect from now on.
    expect(after({ kind: 'halve', refused: true, pauseMs: 0 }, refused)).toMatchObject({ refusals: 1, suspectTo: 60 });
  });

  it('retried: the very same batch', () => {
    expect(after({ kind: 'retry', pauseMs: 1, refused: false }, state)).toEqual({ ...state, attempt: 4 });
    expect(after({ kind: 'retry', pauseMs: 1, refused: true }, state)).toEqual({ ...state, attempt: 4, refusals: 2 });
  });

  it('set aside: behind the event, which is counted', () => {
    const alone = { ...state, batch: { id: 'd', to: 11, count: 1, hash: 'h', names: ['transaction-created'] } };
    expect(after({ kind: 'set-aside', status: 400, pauseMs: 0 }, alone)).toMatchObject({
      cursor: 11,
      asideInRow: 3,
      batch: null,
    });
  });
});
