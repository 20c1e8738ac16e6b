import type { LogEvent } from '../../log/log-event.js';
import { composeBatch, recomposeBatch } from './compose-batch.js';

const names = ['transaction-created'];

function event(position: number, size = 10): LogEvent {
  const item = `{"name":"transaction-created","data":{"text":"${'x'.repeat(size)}"}}`;
  const id = `event-${position}`;
  return { position, name: 'transaction-created', id, client_id: null, not_to: null, item, traceparent: null, lane: 0 };
}

describe('a batch', () => {
  it('holds the first events up to its limit', () => {
    const batch = composeBatch([event(1), event(2), event(3)], 2, names);
    expect(batch).toMatchObject({ from: 1, to: 2, count: 2, eventIds: ['event-1', 'event-2'], names });
    expect(JSON.parse(batch?.body.toString() ?? '')).toMatchObject({ events: [{}, {}] });
  });

  it('ends before its body gets larger than 256 KiB, but holds at least one event', () => {
    const large = 200 * 1_024;
    expect(composeBatch([event(1, large), event(2, large)], 100, names)?.count).toBe(1);
    expect(composeBatch([event(1, 2 * large), event(2)], 100, names)?.count).toBe(1);
  });

  it('does not exist without events', () => {
    expect(composeBatch([], 100, names)).toBeUndefined();
  });

  it('is composed again with the same bytes, unless an event was erased', () => {
    const events = [event(1), event(2)];
    const batch = composeBatch(events, 100, names);
    if (!batch) throw new Error('there is no batch');
    expect(recomposeBatch(batch, events)?.body).toEqual(batch.body);
    expect(recomposeBatch(batch, events.slice(1))).toBeUndefined();
  });
});
