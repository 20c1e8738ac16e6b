import { newSecret, keyOf, type OwnSecrets } from '../subscriptions/own-secrets.js';
import { chooseKeys } from './choose-keys.js';

describe('the keys of a request', () => {
  const now = 1_000_000;
  const [older, newer] = [newSecret(), newSecret()];
  const none: OwnSecrets = { current: null, previous: null, clientUntil: null };
  const standard = (own: Partial<OwnSecrets>, ...client: [string, ...string[]]) =>
    chooseKeys({ ...none, ...own }, client, now).standard;

  it('are the own secret alone, for a webhook that had one from the start', () => {
    expect(standard({ current: newer }, 'client')).toEqual([keyOf(newer)]);
  });

  it('are both own secrets until the older one retires', () => {
    const rotated = (until: number) => standard({ current: newer, previous: { secret: older, until } }, 'client');
    expect(rotated(now + 1)).toEqual([keyOf(newer), keyOf(older)]);
    expect(rotated(now)).toEqual([keyOf(newer)]);
  });

  it("are the client's live secrets too, as long as the receiver may not know the own one", () => {
    expect(standard({ current: newer, clientUntil: now + 1 }, 'a', 'b')).toEqual([keyOf(newer), 'a', 'b']);
    expect(standard({ current: newer, clientUntil: now }, 'a', 'b')).toEqual([keyOf(newer)]);
    expect(standard({}, 'a', 'b')).toEqual(['a', 'b']);
  });

  it("sign X-Service-Signature with the client's current secret in every case", () => {
    expect(chooseKeys({ ...none, current: newer }, ['a', 'b'], now).client).toBe('a');
  });
});
