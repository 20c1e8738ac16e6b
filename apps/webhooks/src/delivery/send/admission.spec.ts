import { paceOf } from './pace.js';
import { Admission, type Pass } from './admission.js';
import type { Wish } from './places.js';

/** Returns the passes of the wishes that were admitted at once. */
async function enter(admission: Admission, wishes: Wish[]) {
  const inside = new Map<number, Pass>();
  wishes.forEach((wish, index) => void admission.enter(wish).then((pass) => inside.set(index, pass)));
  await new Promise(setImmediate);
  return inside;
}

function wish(pace: Wish['pace'], host: string, client = `client of ${host}`): Wish {
  return { pace, host, client };
}

describe('admission', () => {
  it('goes by the pace of the receiver, which is that of its last answer', () => {
    expect([null, 0, 999, 1_000, 15_000].map(paceOf)).toEqual(['new', 'fast', 'fast', 'slow', 'slow']);
  });

  it('admits slow receivers to a quarter of the requests only', async () => {
    const admission = new Admission(8, 8);
    const slow = Array.from({ length: 5 }, (_, i) => wish('slow', `slow${i}`));
    const inside = await enter(admission, [...slow, wish('fast', 'good')]);
    expect([...inside.keys()]).toEqual([0, 1, 5]);
  });

  it('admits new receivers to a quarter of the requests, taken from those of fast ones', async () => {
    const admission = new Admission(8, 8);
    const unproven = Array.from({ length: 4 }, (_, i) => wish('new', `new${i}`));
    const good = Array.from({ length: 5 }, (_, i) => wish('fast', `good${i}`));
    const inside = await enter(admission, [...unproven, ...good]);
    expect([...inside.keys()]).toEqual([0, 1, 4, 5, 6, 7]);
  });

  it('admits a client to half of the places of a pace only', async () => {
    const admission = new Admission(16, 16);
    const greedy = Array.from({ length: 4 }, (_, i) => wish('slow', `host${i}`, 'greedy'));
    const inside = await enter(admission, [...greedy, wish('slow', 'else', 'modest')]);
    expect([...inside.keys()]).toEqual([0, 1, 4]);
  });

  it('admits a client to three quarters of its host only, at all paces', async () => {
    const admission = new Admission(64, 4);
    const greedy = Array.from({ length: 4 }, () => wish('fast', 'shared', 'greedy'));
    const inside = await enter(admission, [
      ...greedy,
      wish('slow', 'shared', 'greedy'),
      wish('fast', 'shared', 'modest'),
    ]);
    expect([...inside.keys()]).toEqual([0, 1, 2, 5]);
  });

  it('admits slow and new receivers of a client to half of its host only, and keep places for its fast ones', async () => {
    const admission = new Admission(64, 4);
    const own = (['slow', 'new', 'slow', 'new', 'fast'] as const).map((pace) => wish(pace, 'shared', 'one'));
    const inside = await enter(admission, own);
    expect([...inside.keys()]).toEqual([0, 1, 4]);
  });

  it('admits a host to its share only, and let other hosts pass those that wait for it', async () => {
    const admission = new Admission(8, 2);
    const atOne = ['A', 'B', 'C'].map((client) => wish('fast', 'a', client));
    const inside = await enter(admission, [...atOne, wish('fast', 'b')]);
    expect([...inside.keys()]).toEqual([0, 1, 3]);
    expect([inside.get(0)?.contended(), inside.get(3)?.contended()]).toEqual([true, false]);
    inside.get(0)?.leave();
    await new Promise(setImmediate);
    expect([...inside.keys()]).toEqual([0, 1, 3, 2]);
    expect(inside.get(1)?.contended()).toBe(false);
  });
});
