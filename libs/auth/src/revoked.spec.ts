import type { AccessToken } from './access-token.js';
import { Revoked } from './revoked.js';

describe('revocations', () => {
  const nothing = { tokens: [], clients: [], users: [] };
  const token = (more: Partial<AccessToken>): AccessToken => ({
    ...{ iss: 'i', sub: 'u', client_id: 'c', scope: '', exp: 900, iat: 100, jti: 'j', token_use: 'user', ver: 1 },
    ...more,
  });

  it('end the token of a jti', () => {
    const revoked = new Revoked();
    revoked.add({ ...nothing, tokens: ['j'] });
    expect([revoked.has(token({})), revoked.has(token({ jti: 'other' }))]).toEqual([true, false]);
  });

  it("end a client's tokens below its least version, and never lower that version", () => {
    const revoked = new Revoked();
    revoked.add({ ...nothing, clients: [{ id: 'c', least_version: 3 }] });
    revoked.add({ ...nothing, clients: [{ id: 'c', least_version: 2 }] });
    expect([2, 3].map((ver) => revoked.has(token({ ver })))).toEqual([true, false]);
  });

  it("end a user's tokens up to a second, but not tokens of clients", () => {
    const revoked = new Revoked();
    revoked.add({ ...nothing, users: [{ id: 'u', issued_until: 100 }] });
    expect([100, 101].map((iat) => revoked.has(token({ iat })))).toEqual([true, false]);
    expect(revoked.has(token({ token_use: 'client' }))).toBe(false);
  });

  it("end an operator's tokens below a version, and those of an ended session", () => {
    const revoked = new Revoked();
    revoked.add({ ...nothing, tokens: ['session'], clients: [{ id: 'op_1', least_version: 3 }] });
    const of = (more: Partial<AccessToken>) =>
      revoked.has(token({ token_use: 'operator', sub: 'op_1', ver: 3, ...more }));
    expect([of({}), of({ ver: 2 }), of({ sid: 'session' }), of({ sid: 'other' })]).toEqual([false, true, true, false]);
  });

  it('are forgotten after twenty minutes, when no token lives that long', () => {
    const revoked = new Revoked();
    const minute = 60_000;
    revoked.add({ ...nothing, tokens: ['j'] }, 0);
    revoked.add(nothing, 20 * minute);
    expect(revoked.has(token({}))).toBe(true);
    revoked.add(nothing, 21 * minute);
    expect(revoked.has(token({}))).toBe(false);
  });
});
