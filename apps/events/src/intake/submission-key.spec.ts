import type { Submission } from '@ces/contracts/events/events';
import { submissionBody, submissionKey } from './submission-key.js';

const without: Submission = { client_id: 'c', user_id: 'u', event_name: 'e', data: '{"a":1}' };
const submission: Submission = { ...without, key: 'k' };
const keyOf = (more: Partial<Submission>) => submissionKey({ ...submission, ...more });
const bodyOf = (more: Partial<Submission>) => submissionBody({ ...submission, ...more });
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('the key of a submission', () => {
  it('is none without a key of the client', () => {
    expect(submissionKey(without)).toBeNull();
    expect(submissionKey({ ...without, key_scope: 'batch' })).toBeNull();
  });

  it('fits into a UUID, however long the key of the client is', () => {
    for (const key of ['', 'k', 'k'.repeat(10_000)]) expect(keyOf({ key })).toMatch(uuid);
  });

  it('is another one for another client, user, event or key', () => {
    const others: Partial<Submission>[] = [{}, { client_id: 'd' }, { user_id: 'v' }, { event_name: 'f' }, { key: 'l' }];
    expect(new Set(others.map(keyOf)).size).toBe(others.length);
    expect(keyOf({ data: '{}' })).toBe(keyOf({}));
  });

  it('is one for all users and events of a batch, and no key of a single event', () => {
    const batch = { key_scope: 'batch' as const };
    expect(keyOf({ ...batch, user_id: 'v', event_name: 'f' })).toBe(keyOf(batch));
    expect(
      new Set([keyOf({}), keyOf(batch), keyOf({ ...batch, client_id: 'd' }), keyOf({ ...batch, key: 'l' })]).size,
    ).toBe(4);
  });

  it('is not the same where the parts are only put together alike', () => {
    expect(keyOf({ user_id: 'ue', event_name: '' })).not.toBe(keyOf({ user_id: 'u', event_name: 'e' }));
    expect(keyOf({ user_id: 'u","e', event_name: 'f' })).not.toBe(keyOf({ user_id: 'u', event_name: 'e","f' }));
  });
});

describe('the body of a submission', () => {
  it('is its data, letter by letter', () => {
    expect(bodyOf({})).toMatch(uuid);
    expect(bodyOf({ data: '{"a": 1}' })).not.toBe(bodyOf({}));
    expect(bodyOf({ user_id: 'v', event_name: 'f', client_id: 'd', key: 'l' })).toBe(bodyOf({}));
  });

  it('has the user and the event in it where the key covers a batch', () => {
    const batch = { key_scope: 'batch' as const };
    const others = [{}, { user_id: 'v' }, { event_name: 'f' }, { data: '{}' }].map((each) =>
      bodyOf({ ...batch, ...each }),
    );
    expect(new Set(others).size).toBe(4);
  });
});
