import { advance, type QueueState } from './queue-state.js';

describe('the state of a queue after a result', () => {
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

  it('delivered: behind the batch, without failures', () => {
    expect(advance(state, { kind: 'delivered' })).toEqual({
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

  it('halved: smaller batches up to the end of the refused one, each with one refusal already', () => {
    const halved = advance(state, { kind: 'halve', refused: true, pauseMs: 0 });
    expect(halved).toMatchObject({ cursor: 10, batch: null, attempt: 0, refusals: 1, limit: 50, suspectTo: 110 });
    const half = { ...halved, batch: { id: 'c', to: 60, count: 50, hash: 'h', names: ['transaction-created'] } };
    expect(advance(half, { kind: 'delivered' })).toMatchObject({ cursor: 60, refusals: 1, limit: 100, suspectTo: 110 });
    expect(advance(half, { kind: 'halve', refused: true, pauseMs: 0 })).toMatchObject({ limit: 25, suspectTo: 110 });
  });

  it('too large: its halves need two refusals, as any batch does', () => {
    const halved = advance(state, { kind: 'halve', refused: false, pauseMs: 0 });
    expect(halved).toMatchObject({ refusals: 0, limit: 50, suspectTo: 110 });
    const half = { ...halved, batch: { id: 'c', to: 60, count: 50, hash: 'h', names: ['user-deleted'] } };
    const refused = advance(half, { kind: 'retry', pauseMs: 1, refused: true });
    expect(advance(refused, { kind: 'delivered' })).toMatchObject({ cursor: 60, refusals: 0, suspectTo: 110 });
    // Events outside the half that was refused for good are not suspect any more.
    expect(advance(refused, { kind: 'halve', refused: true, pauseMs: 0 })).toMatchObject({
      refusals: 1,
      suspectTo: 60,
    });
  });

  it('retried: the same batch', () => {
    expect(advance(state, { kind: 'retry', pauseMs: 1, refused: false })).toEqual({ ...state, attempt: 4 });
    expect(advance(state, { kind: 'retry', pauseMs: 1, refused: true })).toEqual({ ...state, attempt: 4, refusals: 2 });
  });

  it('set aside: behind the event, which counts', () => {
    const alone = { ...state, batch: { id: 'd', to: 11, count: 1, hash: 'h', names: ['transaction-created'] } };
    expect(advance(alone, { kind: 'set-aside', status: 400, pauseMs: 0 })).toMatchObject({
      cursor: 11,
      asideInRow: 3,
      batch: null,
    });
  });
});
