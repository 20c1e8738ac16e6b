import { eventually } from '@ces/testing/eventually';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../../clock/clock.service.js';
import { Alarm } from './alarm.js';

describe('the alarm of the dispatcher', () => {
  let rings: number[];
  let began: number;
  let alarm: Alarm;
  const setIn = (...times: number[]): void => {
    for (const ms of times) alarm.set(new Date(began + ms));
  };

  beforeEach(() => {
    rings = [];
    began = Date.now();
    alarm = new Alarm(new Clock(), () => rings.push(Date.now() - began));
  });

  afterEach(() => {
    alarm.stop();
  });

  it('rings at each of its moments, also at those that are later than the first', async () => {
    setIn(500, 300, 100);
    // On a busy machine two moments may share a ring, which then comes after both.
    for (const due of [100, 300, 500]) {
      await eventually(() => {
        expect(rings.at(-1)).toBeGreaterThanOrEqual(due);
      });
    }
    expect(rings.length).toBeLessThanOrEqual(3);
  });

  it('rings once for moments that are close to each other, and not for those far ahead', async () => {
    setIn(100, 101, 4_000_000);
    await sleep(400);
    expect(rings.length).toBeGreaterThanOrEqual(1);
    expect(rings.length).toBeLessThanOrEqual(2);
  });

  it('rings at once for a moment that has passed, and never after its end', async () => {
    setIn(-1_000, 200);
    await sleep(100);
    alarm.stop();
    setIn(150);
    await sleep(300);
    expect(rings).toHaveLength(1);
  });
});
