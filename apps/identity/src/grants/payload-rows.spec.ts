import type { AdapterPayload } from 'oidc-provider';
import { payloadKey, rowOf } from './payload-rows.js';

describe('the row of a payload', () => {
  it('has a digest in place of the id, except for a grant', () => {
    expect(payloadKey('Grant', 'secret')).toBe('secret');
    for (const kind of ['Session', 'Interaction', 'AuthorizationCode', 'RefreshToken'] as const) {
      expect(payloadKey(kind, 'secret')).toMatch(/^[\w-]{43}$/);
    }
  });

  it('of an interaction holds neither its secret nor a cookie nor the login hint', () => {
    const payload = {
      jti: 'secret',
      returnTo: 'https://ces.example/oauth2/authorize/secret',
      params: { client_id: 'cl_1', login_hint: 'anna@example.com' },
      prompt: { name: 'login', details: { login_hint: 'anna@example.com' } },
      session: { accountId: 'user', cookie: 'of the session', uid: 'uid' },
    };
    const row = rowOf('Interaction', 'secret', payload as unknown as AdapterPayload);
    const text = JSON.stringify(row);
    for (const hidden of ['secret', 'of the session', 'anna@example.com']) expect(text).not.toContain(hidden);
    expect(row).toMatchObject({ kind: 'Interaction', user_id: 'user', payload: { params: { client_id: 'cl_1' } } });
  });

  it('of an interaction belongs to the user who has just signed in, and to no grant', () => {
    const payload = { grantId: 'grant', result: { login: { accountId: 'user' } } } as unknown as AdapterPayload;
    expect(rowOf('Interaction', 'id', payload)).toMatchObject({ user_id: 'user', grant_id: undefined });
    const ofAnother = { ...payload, session: { accountId: 'the user before' } } as unknown as AdapterPayload;
    expect(rowOf('Interaction', 'id', ofAnother)).toMatchObject({ user_id: 'user' });
  });

  it('of a token names its user, grant and client', () => {
    const payload = { accountId: 'user', grantId: 'grant', clientId: 'cl_1' };
    expect(rowOf('RefreshToken', 'id', payload)).toMatchObject({
      user_id: 'user',
      grant_id: 'grant',
      client_id: 'cl_1',
    });
  });
});
