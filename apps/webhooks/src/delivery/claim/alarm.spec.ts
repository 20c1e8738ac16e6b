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
    await sleep(1_000);
    expect(rings).toHaveLength(3);
    for (const [place, due] of [100, 300, 500].entries()) expect(rings[place]).toBeGreaterThanOrEqual(due);
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
