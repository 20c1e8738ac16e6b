import { webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import { path as segments } from '@ces/testing/gateway/segment-forms';
import { wrongCampaigns } from '../platform/first-day-campaigns.js';
import { wrongTokens } from '../platform/first-day-tokens.js';
import { FirstDay, type WrongRequest } from '../platform/first-day-world.js';
import { Platform } from '../platform/platform.js';

const form = 'application/x-www-form-urlencoded';
const hook = { url: 'https://shop.example/hook', events: ['user-registered'] };

const wrongBodiesAndPaths: WrongRequest[] = [
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
    'a file with two columns',
    (day) => day.sendFile('file', 'acme', 'a\nb,c\n'),
    422,
    'csv-invalid',
    '"pointer":"#/file"',
    'line 2: must be one value',
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
    'must be at most 500',
  ],
  [
    'a misspelt filter',
    ({ api }) => api.get('/api/1/admin/campaigns?stat=draft'),
    400,
    'parameter-invalid',
    '"pointer":"stat","code":"unknown-parameter"',
    'known are locale, ',
    'did you mean \\"state\\"?',
  ],
  [
    'an edit of what another has changed',
    ({ api, stack }) =>
      api.send('PUT', `/api/1/admin/stacks/${stack.id}`, { body: { name: 'x' }, headers: { 'If-Match': '"old"' } }),
    412,
    'precondition-failed',
    'GET it again',
    'send the new ETag as If-Match',
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

const rows = [...wrongTokens, ...wrongCampaigns, ...wrongBodiesAndPaths];

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
  });
});
