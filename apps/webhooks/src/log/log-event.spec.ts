import { isFor, toLogEvent, type Reader } from './log-event.js';

const row = { position: '7', name: 'user-deleted', id: 'e', data: '{"user_id":"u"}', traceparent: null, lane: 0 };
const reader: Reader = { webhook_id: 'w', client_id: 'c', names: ['user-deleted'] };

describe('an event of the log', () => {
  it('carries the exact text of the body', () => {
    const event = toLogEvent({ ...row, client_id: null, not_to: null });
    expect(event).toMatchObject({ position: 7, item: '{"name":"user-deleted","data":{"user_id":"u"}}' });
  });

  it.each([
    ['an event for every client', null, null, true],
    ['an event for its client', 'c', 'other', true],
    ['an event about itself', 'c', 'w', false],
    ['an event for another client', 'd', 'other', false],
  ])('decides about %s, client %p, not to %p: %p', (_, client_id, not_to, expected) => {
    expect(isFor(toLogEvent({ ...row, client_id, not_to }), reader)).toBe(expected);
  });

  it('is only for webhooks that subscribe to its name', () => {
    const event = toLogEvent({ ...row, client_id: null, not_to: null });
    expect(isFor(event, { ...reader, names: ['user-activated'] })).toBe(false);
  });
});
