import { bodyOf, draftOf } from './provider-draft.js';

describe('the form of a provider', () => {
  const settings = {
    ...{ issuer: 'https://login.example', client_ids: ['shop-app', 'web-app'], client_id: 'ces-sign-in' },
    ...{ jwks_uri: 'https://login.example/jwks.json', scopes: ['openid', 'email'], operators: true },
  };
  const stored = { name: 'demo', ...settings, created: '2026-11-27T10:00:00.000Z' };

  it('sends back everything that it does not change, but no secret', () => {
    const issuer = 'https://new.example';
    expect(bodyOf({ ...draftOf(stored), issuer })).toEqual({ ...settings, issuer });
  });

  it('leaves out what is empty', () => {
    const draft = { ...draftOf(undefined), issuer: ' https://login.example ', clientIds: 'shop-app\n\n' };
    expect(bodyOf(draft)).toEqual({ issuer: 'https://login.example', client_ids: ['shop-app'], operators: false });
  });

  it('sends a secret that was typed', () => {
    expect(bodyOf({ ...draftOf(stored), secret: 's3' })).toMatchObject({
      client_id: 'ces-sign-in',
      client_secret: 's3',
    });
  });
});
