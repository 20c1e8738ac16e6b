import type { PublicFact } from '../fact-source.js';
import { readMessage, toMessages } from './fact-message.js';
import { toRows, type NewOutboxFact } from './new-rows.js';

const fact = (subject: string, messageId: string, payload = '{}'): PublicFact => ({
  position: messageId,
  messageId,
  subject,
  payload,
  requestId: null,
  traceparent: null,
});

describe('toMessages', () => {
  it('puts facts of one subject into one message, in their order', () => {
    const messages = toMessages([fact('a', '1'), fact('b', '2'), fact('a', '3')]);
    expect(messages.map(({ subject }) => subject)).toEqual(['a', 'b']);
    expect(readMessage(messages[0]?.body ?? '').map(({ id }) => id)).toEqual(['1', '3']);
  });

  it('ends before the fact that makes a message larger than 256 KB, and sends a larger fact alone', () => {
    const [large, huge] = ['x'.repeat(150_000), 'x'.repeat(400_000)];
    const facts = [fact('a', '1', large), fact('b', '2', large), fact('a', '3', huge), fact('a', '4'), fact('b', '5')];
    const idsOf = (some: PublicFact[]) => toMessages(some).map(({ ids }) => ids);
    expect(idsOf(facts)).toEqual([['1'], ['2']]);
    expect(idsOf(facts.slice(2))).toEqual([['3']]);
    expect(idsOf(facts.slice(3))).toEqual([['4'], ['5']]);
  });

  it('takes a row of several facts as it is', () => {
    const several = [
      { id: '2', request_id: 'r', payload: '{"n":2}' },
      { id: '3', payload: '{"n":"]"}' },
    ];
    const rows = [fact('a', '1'), fact('a', 'row', JSON.stringify(several, null, 1)), fact('a', '4')];
    const [message] = toMessages(rows);
    expect(message?.ids).toEqual(['1', 'row', '4']);
    expect(readMessage(message?.body ?? '')).toEqual([
      { id: '1', payload: '{}' },
      ...several,
      { id: '4', payload: '{}' },
    ]);
  });

  it('carries request id and trace where there are some', () => {
    const [message] = toMessages([{ ...fact('a', '1', '{"n":1}'), requestId: 'r', traceparent: 't' }, fact('a', '2')]);
    expect(readMessage(message?.body ?? '')).toEqual([
      { id: '1', request_id: 'r', traceparent: 't', payload: '{"n":1}' },
      { id: '2', payload: '{}' },
    ]);
  });
});

describe('a message of rows of several facts', () => {
  it('has at most 500 facts, and the rest waits', () => {
    const facts = Array.from({ length: 620 }, (_, n) => ({ subject: 'a', payload: { n }, call: undefined }));
    const rows = toRows(facts).map((row, place) => ({ ...row, position: String(place) }));
    const [message, second] = toMessages(rows);
    expect([readMessage(message?.body ?? '').length, message?.ids.length, second]).toEqual([500, 10, undefined]);
  });
});

describe('toRows', () => {
  const facts = (count: number, subject: string, text = '') =>
    Array.from({ length: count }, (_, n) => ({ subject, payload: { n, text }, call: undefined }));
  const sizes = (some: NewOutboxFact[]) => toRows(some).map(({ subject, messageIds }) => [subject, messageIds?.length]);

  it('puts facts of one subject into rows of at most 50 facts or 16 KB, in their order', () => {
    const mixed = [...facts(40, 'a'), ...facts(1, 'b'), ...facts(40, 'a'), ...facts(3, 'c', 'x'.repeat(6_000))];
    expect(sizes(mixed)).toEqual([
      ['a', 50],
      ['a', 30],
      ['b', undefined],
      ['c', 2],
      ['c', undefined],
    ]);
    const rows = toRows(mixed).map((row, place) => ({ ...row, position: String(place) }));
    const [message] = toMessages(rows);
    const numbers = readMessage(message?.body ?? '').map(({ payload }) => (JSON.parse(payload) as { n: number }).n);
    expect(numbers).toEqual([...facts(40, 'a'), ...facts(40, 'a')].map(({ payload }) => payload.n));
  });
});
