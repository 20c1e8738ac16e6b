import { Lanes, type Pass } from './lanes.js';

/** Who is in by now. */
async function enter(lanes: Lanes, wishes: [host: string, lane: 'fast' | 'slow'][]) {
  const inside = new Map<number, Pass>();
  wishes.forEach(([host, lane], index) => void lanes.enter(host, lane).then((pass) => inside.set(index, pass)));
  await new Promise(setImmediate);
  return inside;
}

describe('lanes', () => {
  it('let slow receivers have a quarter and no more, whatever waits', async () => {
    const lanes = new Lanes(8, 8);
    const slow = Array.from({ length: 5 }, (_, i) => [`slow${i}`, 'slow'] as [string, 'slow']);
    const inside = await enter(lanes, [...slow, ['good', 'fast']]);
    expect([...inside.keys()]).toEqual([0, 1, 5]);
  });

  it('let no host have more than its share, and pass over those who wait for it', async () => {
    const lanes = new Lanes(8, 2);
    const inside = await enter(lanes, [
      ['a', 'fast'],
      ['a', 'fast'],
      ['a', 'fast'],
      ['b', 'fast'],
    ]);
    expect([...inside.keys()]).toEqual([0, 1, 3]);
    expect([inside.get(0)?.contended(), inside.get(3)?.contended()]).toEqual([true, true]);
    inside.get(0)?.leave();
    await new Promise(setImmediate);
    expect([...inside.keys()]).toEqual([0, 1, 3, 2]);
    expect(inside.get(3)?.contended()).toBe(false);
  });
});
