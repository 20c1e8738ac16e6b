import { idsBefore, newId } from './ids.js';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('newId', () => {
  it('makes different UUIDs of version 7 that sort in the order of their making', () => {
    const ids = Array.from({ length: 10_000 }, () => newId());
    expect(ids.every((id) => version7.test(id))).toBe(true);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps the order within a millisecond, and when the clock is set back', () => {
    // A moment ahead would stay with the process: later ids of other specs would be as far ahead.
    const now = Date.now();
    const ids = Array.from({ length: 10_000 }, (_, index) => newId(index < 9_000 ? now : now - 5_000));
    expect(ids.toSorted()).toEqual(ids);
  });
});

describe('idsBefore', () => {
  it('lies between the ids of earlier and of later milliseconds', () => {
    const id = newId();
    const moment = parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(idsBefore(moment) <= id).toBe(true);
    expect(id < idsBefore(moment + 1)).toBe(true);
  });
});
