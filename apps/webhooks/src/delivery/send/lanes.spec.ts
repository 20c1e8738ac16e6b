import { laneOf } from './lane.js';
import { Lanes, type Pass } from './lanes.js';
import type { Wish } from './places.js';

/** Returns the passes of the wishes that were admitted at once. */
async function enter(lanes: Lanes, wishes: Wish[]) {
  const inside = new Map<number, Pass>();
  wishes.forEach((wish, index) => void lanes.enter(wish).then((pass) => inside.set(index, pass)));
  await new Promise(setImmediate);
  return inside;
}

function wish(lane: Wish['lane'], host: string, client = `client of ${host}`): Wish {
  return { lane, host, client };
}

describe('lanes', () => {
  it('are chosen by the duration of the last answer', () => {
    expect([null, 0, 999, 1_000, 15_000].map(laneOf)).toEqual(['new', 'fast', 'fast', 'slow', 'slow']);
  });

  it('admit slow receivers to a quarter of the requests only', async () => {
    const lanes = new Lanes(8, 8);
    const slow = Array.from({ length: 5 }, (_, i) => wish('slow', `slow${i}`));
    const inside = await enter(lanes, [...slow, wish('fast', 'good')]);
    expect([...inside.keys()]).toEqual([0, 1, 5]);
  });

  it('admit new receivers to a quarter of the requests, taken from the fast lane', async () => {
    const lanes = new Lanes(8, 8);
    const unproven = Array.from({ length: 4 }, (_, i) => wish('new', `new${i}`));
    const good = Array.from({ length: 5 }, (_, i) => wish('fast', `good${i}`));
    const inside = await enter(lanes, [...unproven, ...good]);
    expect([...inside.keys()]).toEqual([0, 1, 4, 5, 6, 7]);
  });

  it('admit a client to half of a lane only', async () => {
    const lanes = new Lanes(16, 16);
    const greedy = Array.from({ length: 4 }, (_, i) => wish('slow', `host${i}`, 'greedy'));
    const inside = await enter(lanes, [...greedy, wish('slow', 'else', 'modest')]);
    expect([...inside.keys()]).toEqual([0, 1, 4]);
  });

  it('admit a client to three quarters of its host only, across all lanes', async () => {
    const lanes = new Lanes(64, 4);
    const greedy = Array.from({ length: 4 }, () => wish('fast', 'shared', 'greedy'));
    const inside = await enter(lanes, [...greedy, wish('slow', 'shared', 'greedy'), wish('fast', 'shared', 'modest')]);
    expect([...inside.keys()]).toEqual([0, 1, 2, 5]);
  });

  it('admit slow and new receivers of a client to half of its host only, and keep places for its fast ones', async () => {
    const lanes = new Lanes(64, 4);
    const own = (['slow', 'new', 'slow', 'new', 'fast'] as const).map((lane) => wish(lane, 'shared', 'one'));
    const inside = await enter(lanes, own);
    expect([...inside.keys()]).toEqual([0, 1, 4]);
  });

  it('admit a host to its share only, and let other hosts pass those that wait for it', async () => {
    const lanes = new Lanes(8, 2);
    const atOne = ['A', 'B', 'C'].map((client) => wish('fast', 'a', client));
    const inside = await enter(lanes, [...atOne, wish('fast', 'b')]);
    expect([...inside.keys()]).toEqual([0, 1, 3]);
    expect([inside.get(0)?.contended(), inside.get(3)?.contended()]).toEqual([true, false]);
    inside.get(0)?.leave();
    await new Promise(setImmediate);
    expect([...inside.keys()]).toEqual([0, 1, 3, 2]);
    expect(inside.get(1)?.contended()).toBe(false);
  });
});
