import { createClient } from '@ces/contracts/identity/clients';
import { request } from 'node:http';
import { basic, newClient, ownIdentity, post, type Running } from '../../test/run-identity.js';

const formType = 'application/x-www-form-urlencoded';
const callback = 'http://127.0.0.1:9/callback';

/** Escaped values for a form or a query. The surrogates are halves of pairs, encoded as UTF-8 would encode them. */
const hostileTexts = {
  nul: '%00',
  'a high surrogate': '%ED%A0%80',
  'a low surrogate': 'a%ED%B0%80b',
  'bad UTF-8': '%FF%FE',
  'a bad escape': '%zz%',
  'control characters': '%01%0D%0A%7F%E2%80%AE',
  '100 KB': 'x'.repeat(100_000),
};
const names = [
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'code_challenge'],
  ...['code_challenge_method', 'prompt', 'max_age', 'ui_locales', 'login_hint', 'id_token_hint', 'acr_values'],
  ...['response_mode', 'resource', 'claims', 'request', 'request_uri', 'post_logout_redirect_uri', 'display'],
  ...['grant_type', 'code', 'code_verifier', 'refresh_token', 'username', 'password', 'token', 'token_type_hint'],
  ...['subject_token', 'subject_token_type', 'requested_token_type', 'actor_token', 'audience', 'logout', 'xsrf'],
  ...['device_code', 'user_code', 'confirm', 'abort'],
];
const pages = [
  '/oauth2/authorize',
  '/oauth2/logout',
  '/oauth2/logout/success',
  '/oauth2/sign-in/x',
  '/oauth2/userinfo',
  '/oauth2/device/verify',
  '/oauth2/device/verify/x',
];
const forms = [
  ...['token', 'revoke', 'introspect', 'authorize', 'logout', 'logout/confirm', 'userinfo', 'sign-in/x'],
  ...['device', 'device/verify'],
];
const documents = ['openid-configuration', 'oauth-authorization-server', 'jwks.json', 'other'];

describe('no input causes a status of 500 or more below /oauth2 and /.well-known', () => {
  let identity: Running;
  let authorization: string;
  let client_id: string;

  beforeAll(async () => {
    // Each page for codes begins a session, and the number of these is limited.
    identity = await ownIdentity({ SIGN_INS_UNDER_WAY: '1000000' });
    const client = await newClient(identity, ['events:write', 'cards', 'offline_access']);
    authorization = basic(client, client.secret);
    const shop = { name: 'Shop', scopes: ['openid' as const], redirect_uris: [callback], first_party: true };
    ({ id: client_id } = await identity.call(createClient, shop));
  });

  afterAll(() => identity.close());

  const faults: unknown[] = [];
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });
  const note = (status: number, ...what: string[]) => {
    if (status >= 500) faults.push([status, ...what.map((each) => each.slice(0, 99))]);
  };
  const get = (path: string) =>
    new Promise<number>((resolve, reject) => {
      request(`${identity.url}${path}`, (answer) => {
        answer.resume().on('end', () => {
          resolve(answer.statusCode ?? 0);
        });
      })
        .on('error', reject)
        .end();
    });
  const good = () => ({
    ...{ client_id, response_type: 'code', redirect_uri: callback, scope: 'openid', state: 's', nonce: 'n' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  });
  const queryWith = (name: string, odd: string) => {
    const rest = Object.entries(good()).filter(([each]) => each !== name);
    return [...rest.map(([each, value]) => `${each}=${encodeURIComponent(value)}`), `${name}=${odd}`].join('&');
  };

  it('in any parameter of any page', async () => {
    const sent = { kept: 0, refused: 0 };
    for (const [what, odd] of Object.entries(hostileTexts)) {
      // Node takes 16 KiB of headers.
      const text = odd.slice(0, 12_000);
      for (const name of names) {
        for (const path of pages) {
          const status = await get(`${path}?${queryWith(name, text)}`);
          note(status, path, name, what);
          if (status < 400) sent.kept += 1;
          else sent.refused += 1;
        }
      }
    }
    expect(sent.kept).toBeGreaterThan(100);
    expect(sent.refused).toBeGreaterThan(100);
  });

  it('in any field of any form', async () => {
    for (const path of forms) {
      for (const [what, odd] of Object.entries(hostileTexts)) {
        await Promise.all(
          names.map(async (name) => {
            // The connection may end before all of 100 KB is sent.
            const url = `${identity.url}/oauth2/${path}`;
            const answer = await post(url, queryWith(name, odd), authorization).catch(() => undefined);
            note(answer?.status ?? 0, path, name, what);
          }),
        );
      }
    }
  }, 120_000);

  it('in the credentials of any grant type', async () => {
    const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
    for (const odd of Object.values(hostileTexts)) {
      const grants = [
        `grant_type=client_credentials&scope=${odd}&resource=${odd}`,
        `grant_type=authorization_code&code=${odd}&code_verifier=${odd}&redirect_uri=${odd}`,
        `grant_type=refresh_token&refresh_token=${odd}&scope=${odd}`,
        `grant_type=password&username=${odd}&password=${odd}`,
        `grant_type=${encodeURIComponent(exchange)}&subject_token=${odd}&subject_token_type=${odd}`,
      ];
      for (const form of grants) {
        for (const by of [
          authorization,
          undefined,
          `Basic ${Buffer.from('a\0:\ud800').toString('base64')}`,
          'Basic =',
        ]) {
          const { status, body } = await post(`${identity.url}/oauth2/token`, form, by);
          note(status, form, by ?? '');
          expect(body['error']).toEqual(expect.any(String));
        }
      }
    }
  });

  it.each(['token', 'revoke', 'introspect'])(
    'as a body of any type: %s answers with an error of OAuth',
    async (path) => {
      const types = [
        'application/json',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'nonsense',
        '',
      ];
      const bodies = ['{}', '{', 'token=x', '', '\0'];
      for (const type of [...types, `${formType}; charset=latin1`, `${formType};`, `${formType}, text/plain`]) {
        for (const body of [...bodies, undefined]) {
          const answer = await fetch(`${identity.url}/oauth2/${path}`, {
            method: 'POST',
            headers: { authorization, ...(type === '' ? {} : { 'content-type': type }) },
            ...(body === undefined ? {} : { body: Buffer.from(body) }),
          });
          // Revocation and introspection accept an unknown token.
          const known = path !== 'token' && type.startsWith(`${formType};`) && body === 'token=x';
          if (known) expect(answer.status).toBe(200);
          else {
            expect([type, body, answer.status >= 400 && answer.status < 500]).toEqual([type, body, true]);
            expect(await answer.json()).toMatchObject({ error: expect.any(String) });
          }
        }
      }
    },
  );

  it('in the query or the method of a metadata document', async () => {
    for (const name of documents) {
      for (const odd of Object.values(hostileTexts)) {
        note(await get(`/.well-known/${name}?x=${odd.slice(0, 12_000)}`), name, odd);
        note(await get(`/.well-known/${name}${odd.slice(0, 200)}`), name, odd);
      }
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
        note((await fetch(`${identity.url}/.well-known/${name}`, { method })).status, name, method);
      }
    }
  });
});
