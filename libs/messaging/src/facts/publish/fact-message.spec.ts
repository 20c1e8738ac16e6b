import type { WaitingFact } from '../fact-source.js';
import { readMessage, toMessages } from './fact-message.js';

const fact = (subject: string, messageId: string, payload = '{}'): WaitingFact => ({
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

  it('begins another message at 256 KB, and sends a larger fact alone', () => {
    const [large, huge] = ['x'.repeat(150_000), 'x'.repeat(400_000)];
    const facts = [fact('a', '1', large), fact('a', '2', large), fact('a', '3', huge), fact('a', '4')];
    const ids = toMessages(facts).map(({ body }) => readMessage(body).map(({ id }) => id));
    expect(ids).toEqual([['1'], ['2'], ['3'], ['4']]);
  });

  it('carries request id and trace where there are some', () => {
    const [message] = toMessages([{ ...fact('a', '1', '{"n":1}'), requestId: 'r', traceparent: 't' }, fact('a', '2')]);
    expect(readMessage(message?.body ?? '')).toEqual([
      { id: '1', request_id: 'r', traceparent: 't', payload: '{"n":1}' },
      { id: '2', payload: '{}' },
    ]);
  });
});
