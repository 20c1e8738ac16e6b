import { laneOf, Lanes, type Pass } from './lanes.js';
import type { Wish } from './places.js';

/** Who is in by now. */
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
  it('are chosen by how long the receiver took last', () => {
    expect([null, 0, 999, 1_000, 15_000].map(laneOf)).toEqual(['new', 'fast', 'fast', 'slow', 'slow']);
  });

  it('let slow receivers have a quarter and no more, whatever waits', async () => {
    const lanes = new Lanes(8, 8);
    const slow = Array.from({ length: 5 }, (_, i) => wish('slow', `slow${i}`));
    const inside = await enter(lanes, [...slow, wish('fast', 'good')]);
    expect([...inside.keys()]).toEqual([0, 1, 5]);
  });

  it('let those of which nothing is known have a quarter, too, out of the fast lane', async () => {
    const lanes = new Lanes(8, 8);
    const unproven = Array.from({ length: 4 }, (_, i) => wish('new', `new${i}`));
    const good = Array.from({ length: 5 }, (_, i) => wish('fast', `good${i}`));
    const inside = await enter(lanes, [...unproven, ...good]);
    expect([...inside.keys()]).toEqual([0, 1, 4, 5, 6, 7]);
  });

  it('let no client have more than half of a lane', async () => {
    const lanes = new Lanes(16, 16);
    const greedy = Array.from({ length: 4 }, (_, i) => wish('slow', `host${i}`, 'greedy'));
    const inside = await enter(lanes, [...greedy, wish('slow', 'else', 'modest')]);
    expect([...inside.keys()]).toEqual([0, 1, 4]);
  });

  it('let no client have all that its host has, whatever the lane', async () => {
    const lanes = new Lanes(64, 4);
    const greedy = Array.from({ length: 4 }, () => wish('fast', 'shared', 'greedy'));
    const inside = await enter(lanes, [...greedy, wish('slow', 'shared', 'greedy'), wish('fast', 'shared', 'modest')]);
    expect([...inside.keys()]).toEqual([0, 1, 2, 5]);
  });

  it('let slow and new receivers of a client have half of what its host has, and leave room for its fast ones', async () => {
    const lanes = new Lanes(64, 4);
    const own = (['slow', 'new', 'slow', 'new', 'fast'] as const).map((lane) => wish(lane, 'shared', 'one'));
    const inside = await enter(lanes, own);
    expect([...inside.keys()]).toEqual([0, 1, 4]);
  });

  it('let no host have more than its share, and pass over those who wait for it', async () => {
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
