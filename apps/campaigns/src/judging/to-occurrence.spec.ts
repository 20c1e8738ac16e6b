import type { EventAccepted } from '@ces/contracts/events/events';
import { occurrenceOfEvent, occurrenceOfFact } from './to-occurrence.js';

const call = { requestId: 'r' };

describe('the occurrence of an event', () => {
  const payload = (data: string): EventAccepted => ({
    ...{ id: 'e1', client_id: 'cl', user_id: 'u', event_name: 'visit', version: 3, data },
    ...{ received_at: '2026-06-01T12:00:00.250Z', time: '1999-01-01T00:00:00Z' },
  });

  it('has the id and the moment of the acceptance, not those of the message or of the client', () => {
    expect(occurrenceOfEvent({ messageId: 'm', payload: payload('{"amount":1}'), call })).toEqual({
      ...{ id: 'e1', userId: 'u', at: Date.UTC(2026, 5, 1, 12, 0, 0, 250) },
      ...{ trigger: 'event visit', data: { amount: 1 }, call },
    });
  });

  it('parses the data only when it is read, and once', () => {
    const broken = occurrenceOfEvent({ messageId: 'm', payload: payload('{"amount":'), call });
    expect(broken.userId).toBe('u');
    expect(() => broken.data).toThrow(SyntaxError);
    const sound = occurrenceOfEvent({ messageId: 'm', payload: payload('{"amount":1}'), call });
    expect(sound.data).toBe(sound.data);
  });
});

describe('the occurrence of a fact', () => {
  it('has the moment of its id, however late it is delivered', () => {
    const messageId = '018bcfe5-6800-7abc-8def-0123456789ab';
    expect(occurrenceOfFact('card-added', { messageId, payload: { user_id: 'u' }, call }, { card_id: 'k' })).toEqual({
      ...{ id: messageId, userId: 'u', at: 1_700_000_000_000 },
      ...{ trigger: 'lifecycle card-added', data: { card_id: 'k', user_id: 'u' }, call },
    });
  });

  it('is about the user of the fact, whatever its data says', () => {
    const fact = { messageId: '018bcfe5-6800-7abc-8def-0123456789ab', payload: { user_id: 'u' }, call };
    expect(occurrenceOfFact('survey-answered', fact, { user_id: 'v' }).data).toEqual({ user_id: 'u' });
  });
});
