import type { Courier } from '../send/courier.js';
import { Crew } from './crew.js';

describe('the crew of a sender', () => {
  const ids = Array.from({ length: 6 }, (_, index) => `webhook-${index}`);
  let crew: Crew;
  let end: Map<string, () => void>;
  let left: string[];

  beforeEach(() => {
    crew = new Crew({ fast: 16, new: 16, slow: 16 });
    end = new Map();
    left = [];
    for (const id of ids) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      end.set(id, () => {
        resolve(undefined);
      });
      const courier = { wish: { pace: 'fast', client: id, host: id }, run: () => promise, press: () => undefined };
      crew.send(id, courier as unknown as Courier, (_opened, leaves) => {
        if (leaves) left.push(id);
      });
    }
  });

  const leaving = (): string[] => ids.filter((id) => crew.isPressed(id));

  it('lets others leave if those that were to leave have not ended', () => {
    const chosen = [1, 2, 3].map(() => {
      crew.leave(2);
      return leaving();
    });
    expect(chosen.flat().sort()).toEqual(ids);
    for (const each of chosen) expect(each).toHaveLength(2);
  });

  it('freezes few batches within an append, and few bytes', () => {
    const offered = (bytes: number): number => {
      let asked = 0;
      const couriers = Array.from({ length: 80 }, (_, index) => {
        const offer = () => {
          asked += 1;
          return { bytes };
        };
        const wish = { pace: 'fast', client: `c${index}`, host: `h${index}` };
        return { wish, offer, run: () => new Promise(() => undefined), press: () => undefined };
      });
      const large = new Crew({ fast: 16, new: 16, slow: 16 });
      for (const [index, courier] of couriers.entries())
        large.send(String(index), courier as unknown as Courier, () => undefined);
      expect(large.offers([])).toHaveLength(asked);
      return asked;
    };
    expect(offered(1_000)).toBe(50);
    expect(offered(256 * 1_024)).toBe(4);
  });

  it('keeps those that were to leave and have not ended when there is no surplus any more', async () => {
    crew.leave(2);
    crew.leave(0);
    expect(leaving()).toEqual([]);
    for (const ends of end.values()) ends();
    await new Promise(setImmediate);
    expect([crew.size, left]).toEqual([0, []]);
  });
});
