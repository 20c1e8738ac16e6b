import { webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { path as segments } from '@ces/testing/gateway/segment-forms';
import { FirstDay } from '../platform/first-day-world.js';
import { Platform } from '../platform/platform.js';

type Send = (day: FirstDay) => Promise<ApiAnswer>;
/** What was done wrong, the status and the code of the answer, and what the answer says so that it can be mended. */
type Row = [what: string, send: Send, status: number, code: string, ...says: string[]];

const form = 'application/x-www-form-urlencoded';
const hook = { url: 'https://shop.example/hook', events: ['user-registered'] };

const rows: Row[] = [
  [
    'no token',
    ({ anybody, user }) => anybody.get(`/api/1/user/details/${user}`),
    401,
    'token-missing',
    'a client token with the scope users:read',
    'POST /oauth2/token with grant_type=client_credentials',
  ],
  [
    'Basic where Bearer is wanted',
    (day) => day.withHeader('Basic Y2xfdGVzdDpzZWNyZXQ='),
    401,
    'token-invalid',
    'Authorization: Bearer <token>, not Basic',
    'POST /oauth2/token',
  ],
  ['a token without Bearer', (day) => day.withHeader(day.api.bearer), 401, 'token-invalid', 'word Bearer before'],
  ['an empty variable', (day) => day.withHeader('Bearer '), 401, 'token-invalid', 'is a variable empty?'],
  [
    'the secret as token',
    (day) => day.withHeader(`Bearer ${day.platform.credentials.secret}`),
    401,
    'token-invalid',
    'is malformed',
    'The secret of a client is no token',
  ],
  ['an expired token', (day) => day.withToken({ exp: 1_700_000_000 }), 401, 'token-invalid', 'expired at 2023-11-14'],
  [
    'a foreign token',
    (day) => day.withToken({ iss: 'https://accounts.example' }),
    401,
    'token-invalid',
    'was issued by https://accounts.example',
    '/oauth2/token gives one',
    'token exchange',
  ],
  [
    'an id_token',
    (day) => day.withToken({}, { typ: 'JWT' }),
    401,
    'token-invalid',
    'Send the access_token',
    'id_token',
  ],
  ['a token for another API', (day) => day.withToken({ aud: 'shop' }), 401, 'token-invalid', 'its aud is not ces-api'],
  [
    'a token cut short',
    (day) => day.withHeader(`Bearer ${day.api.bearer.slice(0, -9)}`),
    401,
    'token-invalid',
    'cut off',
  ],
  [
    'a client token where a user is wanted',
    ({ api }) => api.get('/api/1/user/person/me'),
    403,
    'scope-insufficient',
    'a user token with the scope profile; yours is a client token',
    'GET /oauth2/authorize',
  ],
  [
    'a user token where a client is wanted',
    async (day) => (await day.platform.asUser(day.user, 'profile')).get(`/api/1/user/details/${day.user}`),
    403,
    'scope-insufficient',
    'yours is a user token',
    'grant_type=client_credentials',
  ],
  [
    'a token without the scope',
    (day) => day.withToken({ scope: 'events:write' }),
    403,
    'scope-insufficient',
    'needs the scope users:read; the token has events:write',
    'PATCH /api/1/admin/clients/cl_test',
  ],
  [
    'JSON at the token endpoint',
    (day) => day.askForToken('{"grant_type":"client_credentials"}', 'application/json'),
    400,
    'invalid_request',
    form,
  ],
  [
    'a misspelt scope at the token endpoint',
    (day) => day.askForToken('grant_type=client_credentials&scope=users%3Araed', form),
    400,
    'invalid_scope',
    'users:raed',
  ],
  [
    'a misspelt grant type',
    (day) => day.askForToken('grant_type=client_credential', form),
    400,
    'unsupported_grant_type',
    'grant_type',
  ],
  [
    'a form where JSON is wanted',
    ({ api }) => api.post('/api/1/user/credentials/find', 'username=a', { 'Content-Type': form }),
    415,
    'media-type-unsupported',
    'Content-Type: application/json',
    form,
    'curl -d',
  ],
  [
    'text where JSON is wanted',
    ({ api }) => api.post('/api/1/user/credentials/find', '{}', { 'Content-Type': 'text/plain' }),
    415,
    'media-type-unsupported',
    'Content-Type: application/json',
    'text/plain',
  ],
  [
    'JSON where a form is wanted',
    ({ api }) => api.post(segments, { title: 'Readers' }),
    415,
    'media-type-unsupported',
    'Content-Type: multipart/form-data',
    'application/json',
  ],
  [
    'JSON with a comma too many',
    ({ api }) => api.post('/api/1/terminal/webhooks', '{"url": "x",}'),
    400,
    'malformed-json',
    'position 12',
  ],
  [
    'a file in the wrong part',
    (day) => day.sendFile('csv', 'acme'),
    400,
    'form-malformed',
    '"pointer":"#/csv"',
    'in the part `file`',
  ],
  [
    'a missing field',
    ({ api }) => api.post('/api/1/terminal/webhooks', { events: ['user-registered'] }),
    400,
    'validation-failed',
    '"pointer":"#/url","code":"required"',
    'is required',
  ],
  [
    'all fields missing',
    ({ api }) => api.post('/api/1/admin/campaigns', {}),
    400,
    'validation-failed',
    '"pointer":"#/name","code":"required"',
    '"pointer":"#/trigger","code":"required"',
    '"pointer":"#/effects","code":"required"',
  ],
  [
    'a field in another spelling',
    ({ api }) => api.post('/api/1/user/credentials/available', { user_name: 'a@b.example' }),
    400,
    'validation-failed',
    '"pointer":"#/username","code":"required"',
    '"user_name\\" was sent, which is not a field',
  ],
  [
    'an unknown field of an administrative call',
    ({ api }) => api.post('/api/1/admin/clients', { name: 'Shop', scopes: [], redirect_uri: 'https://a.example' }),
    400,
    'validation-failed',
    '"pointer":"#/redirect_uri","code":"unknown-field"',
    'did you mean \\"redirect_uris\\"?',
  ],
  [
    'a field of the person missing',
    ({ api }) => api.post('/api/1/user/person', { firstName: 'Anna', lastName: 'Berg' }),
    400,
    'validation-failed',
    '"pointer":"#/auth_nonce","code":"required"',
  ],
  [
    'a misspelt webhook event',
    ({ api }) => api.post('/api/1/terminal/webhooks', { ...hook, events: ['user-registred'] }),
    400,
    'validation-failed',
    '"pointer":"#/events/0"',
    'did you mean \\"user-registered\\"?',
    ...webhookEventNames,
  ],
  [
    'an event of another product',
    ({ api }) => api.post('/api/1/terminal/webhooks', { ...hook, events: ['user-registered', 'invoice.paid'] }),
    400,
    'validation-failed',
    '"pointer":"#/events/1"',
    ...webhookEventNames,
  ],
  [
    'a misspelt scope of a client',
    ({ api }) => api.post('/api/1/admin/clients', { name: 'Shop', scopes: ['user:read'] }),
    400,
    'validation-failed',
    '"pointer":"#/scopes/0"',
    'did you mean \\"users:read\\"?',
  ],
  [
    'a misspelt provider',
    ({ api }) => api.post('/api/1/oauth2/provider/akme/42'),
    404,
    'provider-not-found',
    'there are acme; did you mean \\"acme\\"?',
  ],
  [
    'a misspelt provider in a body',
    ({ api, user }) => api.post(`/api/1/user/connections/${user}`, { provider_name: 'Acme', owner_id: '42' }),
    400,
    'provider-unknown',
    '"pointer":"#/provider_name"',
    'did you mean \\"acme\\"?',
  ],
  [
    'a misspelt provider in a form',
    (day) => day.sendFile('file', 'acmee'),
    422,
    'segment-identifier-unknown',
    '"pointer":"#/identifier"',
    'did you mean \\"acme\\"?',
  ],
  [
    'a misspelt event',
    ({ api, user }) => api.post(`/api/1/terminal/${user}/events/purchse`, { amount: 1 }),
    404,
    'event-not-defined',
    'did you mean \\"purchase\\"?',
    'PUT /api/1/terminal/events/{event_name} defines it',
  ],
  [
    'data that does not follow the schema',
    ({ api, user }) => api.post(`/api/1/terminal/${user}/events/purchase`, { amount: '1' }),
    422,
    'event-data-invalid',
    '"pointer":"#/amount"',
    'integer',
  ],
  [
    'a definition with the $id of another',
    ({ api }) => api.put('/api/1/terminal/events/order', { $id: 'https://shop.example/order', type: 'object' }),
    422,
    'event-schema-refused',
    '"pointer":"#/$id"',
    '/api/1/terminal/events/order',
  ],
  [
    'a misspelt event of a campaign',
    (day) => day.draft({ trigger: { event_name: 'purchases' } }),
    422,
    'campaign-refused',
    '"pointer":"#/trigger/event_name"',
    'did you mean \\"purchase\\"?',
  ],
  [
    'a misspelt effect',
    (day) => day.draft({ effects: [{ type: 'claim-coupon', coupon_id: day.coupon.id }] }),
    422,
    'campaign-refused',
    '"pointer":"#/effects/0/type"',
    'did you mean \\"claim_coupon\\"?',
  ],
  [
    'a stack that does not exist',
    (day) => day.draft({ effects: [{ type: 'transaction', stack_id: 'points', value: 1 }] }),
    422,
    'campaign-refused',
    '"pointer":"#/effects/0/stack_id"',
    'GET /api/1/admin/stacks lists them',
  ],
  [
    'a variable that does not exist',
    (day) => day.draft({ condition: 'order.total > 5' }),
    422,
    'campaign-refused',
    '"pointer":"#/condition"',
    'there is no `order`; there are event, user, card, now',
  ],
  [
    'a property without event',
    (day) => day.draft({ condition: 'amount > 5' }),
    422,
    'campaign-refused',
    'did you mean \\"event.amount\\"?',
  ],
  [
    'a misspelt property',
    (day) => day.draft({ condition: 'event.amuont > 5' }),
    422,
    'campaign-refused',
    'there are amount, shop; did you mean \\"amount\\"?',
  ],
  [
    'a function that does not exist',
    (day) => day.draft({ condition: 'event.shop.startswith("A")' }),
    422,
    'campaign-refused',
    'did you mean \\"startsWith\\"?',
  ],
  [
    'faults everywhere in a campaign, all at once',
    (day) =>
      day.draft({
        trigger: { event_name: 'purchases' },
        condition: 'order.total > 5',
        effects: [
          { type: 'claim-coupon', coupon_id: day.coupon.id },
          { type: 'transaction', stack_id: 'points', value: 'amont * 2' },
          { type: 'ask_survey' },
        ],
      }),
    422,
    'campaign-refused',
    '"pointer":"#/trigger/event_name"',
    '"pointer":"#/condition"',
    '"pointer":"#/effects/0/type"',
    '"pointer":"#/effects/1/stack_id"',
    '"pointer":"#/effects/1/value"',
    '"pointer":"#/effects/2/survey_id"',
  ],
  [
    'a coupon without codes',
    (day) => day.startWithoutCodes(),
    422,
    'campaign-refused',
    '"pointer":"#/effects/0/coupon_id"',
    'has no codes left: add some with POST /api/1/admin/coupons/',
  ],
  [
    'the wrong method',
    ({ api }) => api.get('/api/1/user/credentials/find'),
    405,
    'method-not-allowed',
    'Use POST here',
  ],
  [
    'a slash at the end',
    ({ api }) => api.get('/api/1/terminal/webhooks/'),
    404,
    'route-not-found',
    'GET /api/1/terminal/webhooks exists',
  ],
  [
    'another version',
    ({ api }) => api.get('/api/v2/terminal/webhooks'),
    404,
    'route-not-found',
    'GET /api/1/terminal/webhooks exists',
  ],
  [
    'a path without /api/1',
    ({ api }) => api.get('/terminal/webhooks'),
    404,
    'route-not-found',
    'GET /api/1/terminal/webhooks exists',
  ],
  [
    'a misspelt path',
    ({ api }) => api.post('/api/1/terminal/webhook', hook),
    404,
    'route-not-found',
    'did you mean POST /api/1/terminal/webhooks?',
  ],
  [
    'an action after a slash',
    ({ api }) => api.post('/api/1/admin/campaigns/7/start'),
    404,
    'route-not-found',
    'POST /api/1/admin/campaigns/7:start exists',
  ],
  [
    'a page that is too large',
    ({ api }) => api.get('/api/1/admin/campaigns?limit=1000'),
    400,
    'parameter-invalid',
    '"pointer":"limit"',
    'must not be greater than 500',
  ],
  [
    'a locale like those of browsers',
    ({ api }) => api.get('/api/1/user/person/fields?locale=nl-NL'),
    400,
    'parameter-invalid',
    '"pointer":"locale"',
    'such as en_GB',
  ],
];

describe('a wrong request of the first day can be mended from the answer alone:', () => {
  let platform: Platform;
  let day: FirstDay;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    day = await new FirstDay(platform).prepare();
  }, 180_000);

  afterAll(() => platform.stop());

  it.each(rows)('%s', async (_what, send, status, code, ...says) => {
    const answer = await send(day);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(`"${code}"`)]);
    for (const words of says) expect(answer.text).toContain(words);
  });

  it('points to each fault in one syntax: `#/field` in a body, and a name for a parameter', async () => {
    for (const [what, send] of rows) {
      const { body } = await send(day);
      const { errors = [] } = body as { errors?: { pointer: string; detail: string }[] };
      for (const { pointer, detail } of errors) {
        expect([what, pointer]).toEqual([what, expect.stringMatching(/^(#(\/[^/]+)*|[\w-]+)$/)]);
        expect([what, detail.length > 0]).toEqual([what, true]);
      }
    }
  }, 60_000);
});
