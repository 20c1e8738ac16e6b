import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/gateway/registrations';
import { formOf, path as segments, sendForm } from '@ces/testing/gateway/segment-forms';
import { newId } from '@ces/messaging/storage/ids';
import { request as send } from 'node:http';
import { EventWorld } from '../platform/event-world.js';

interface Fault {
  pointer: string;
  code: string;
  detail: string;
}
type Answer = Awaited<ReturnType<Platform['api']['get']>>;

const faultsOf = ({ body }: Answer) => (body as { errors?: Fault[] }).errors ?? [];
const pointersOf = (answer: Answer) => faultsOf(answer).map(({ pointer }) => pointer);

describe('faults of the input', () => {
  let platform: Platform;
  let world: EventWorld;
  let registration: Begun;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = await new EventWorld(platform).prepare();
    registration = await begun(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  it.each([
    ['PUT', '/api/1/terminal/events/purchase'], // row 1
    ['POST', '/api/1/terminal/AAAAAAAAAAAAAAAAAAAAAAAAA/events/purchase'], // row 2
    ['POST', '/api/1/terminal/events:batch'],
    ['POST', '/api/1/terminal/events/purchase:validate'],
    ['POST', '/api/1/user/credentials/find'],
    ['POST', '/api/1/admin/clients'],
  ])('malformed JSON is 400: %s %s', async (method, path) => {
    const at = path.replace('A'.repeat(25), world.user);
    for (const body of ['{', '{"a":}', '{"a":1,}', '[1', 'x', '{"a":"\n"}'])
      expect([body, await platform.api.send(method, at, { body })]).toMatchObject([
        body,
        { status: 400, body: { code: 'malformed-json', errors: [{ pointer: '#' }] } },
      ]);
  });

  describe('have exact pointers', () => {
    it('an unknown provider (row 6)', async () => {
      const body = { provider_name: 'nobody', owner_id: 'x' };
      const answer = await platform.api.post(`/api/1/user/connections/${world.user}`, body);
      expect([answer.status, pointersOf(answer)]).toEqual([400, ['#/provider_name']]);
    });

    it('an unknown card (row 18)', async () => {
      const answer = await platform.api.post('/api/1/card/add', { ...registration, identifier: '000' });
      expect([answer.status, pointersOf(answer)]).toEqual([400, ['#/identifier']]);
    });

    it('a missing file (row 28, and an upload of cards)', async () => {
      const form = formOf({ title: 'No file', identifier: 'acme' });
      const answer = await sendForm(platform, segments, form);
      expect([answer.status, pointersOf(answer)]).toEqual([400, ['#/file']]);
      const cards = await sendForm(platform, '/api/1/admin/cards', form);
      expect([cards.status, pointersOf(cards)]).toEqual([400, ['#/file']]);
    });

    it.each([
      ['GET', '/api/1/user/complete-step?auth_nonce=bad', {}, 'auth_nonce'], // row 13
      ['POST', '/api/1/user/person', { auth_nonce: 'bad', firstName: 'A', lastName: 'B' }, '#/auth_nonce'], // row 15
      ['GET', '/api/1/user/optins?auth_nonce=bad', {}, 'auth_nonce'], // row 16
      ['PUT', '/api/1/user/optins/change', { auth_nonce: 'bad', optins: [] }, '#/auth_nonce'], // row 17
      ['POST', '/api/1/card/add', { auth_nonce: 'bad', identifier: '1' }, '#/auth_nonce'], // row 18
      ['POST', '/api/1/user/complete', { auth_nonce: 'bad' }, '#/auth_nonce'], // row 19
      ['POST', '/api/1/user/activator/uniquelink', { nonce: 'bad' }, '#/nonce'], // row 20
      ['POST', '/api/1/user/delete/finish', { nonce: 'bad' }, '#/nonce'], // row 27
    ])('a bad nonce: %s %s', async (method, path, body, pointer) => {
      const answer = await platform.api.send(method, path, method === 'GET' ? {} : { body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'nonce-invalid' } });
      expect(pointersOf(answer)).toEqual([pointer]);
    });

    it('items of a list (row 33, and scopes of a client)', async () => {
      const hook = { url: 'https://a.example', events: ['nonsense', 'card-added', 7] };
      const answer = await platform.api.post('/api/1/terminal/webhooks', hook);
      expect([answer.status, [...new Set(pointersOf(answer))]]).toEqual([400, ['#/events/0', '#/events/2']]);
      const client = await platform.api.post('/api/1/admin/clients', { name: 'x', scopes: ['users:read', 'fly'] });
      expect([...new Set(pointersOf(client))]).toEqual(['#/scopes/1']);
      const empty = await platform.api.post('/api/1/terminal/webhooks', { ...hook, events: [] });
      expect([...new Set(pointersOf(empty))]).toEqual(['#/events']);
    });
  });

  it('are described in English, and the answer names that language, whatever the caller asks for', async () => {
    const dutch = await platform.api.get('/api/1/user/details/x?locale=nl_NL');
    expect([dutch.status, dutch.headers.get('content-language')]).toEqual([404, 'en-GB']);
    expect((await platform.api.get('/livez?locale=nl_NL')).headers.get('content-language')).toBe('nl-NL');
    expect((await platform.api.get('/%zz')).headers.get('content-language')).toBe('en-GB');
    expect((await platform.api.get('/problems/user-not-found?locale=nl_NL')).headers.get('content-language')).toBe(
      'en-GB',
    );
  });

  describe('skip (row 13)', () => {
    const step = (query: string) =>
      platform.api.get(`/api/1/user/complete-step?auth_nonce=${registration.auth_nonce}${query}`);

    it('is not needed to learn that the person is missing', async () => {
      expect(await step('')).toMatchObject({ status: 200, body: { continue_from: 2 } });
    });

    it.each(['&skip[]=2', '&skip[0]=2', '&skip=2', '&skip=2&skip=2', '&skip[]=2&skip[]=2', '&skip%5B%5D=2'])(
      'is accepted as %s',
      async (query) => {
        expect(await step(query)).toMatchObject({ status: 200, body: { continue_from: 4 } });
      },
    );

    it.each(['&skip[a]=2', '&skip[', '&skip[]x=2', '&skip[0][0]=2', '&skip=0', '&skip=5', '&skip=', '&skip[]=two'])(
      'is 400 as %s',
      async (query) => {
        const answer = await step(query);
        expect([answer.status, pointersOf(answer)]).toEqual([400, ['skip']]);
      },
    );
  });

  describe('an event is stored unaltered or refused (row 2)', () => {
    it.each([
      ['{"amount":"x","amount":5}', 'key-duplicated', '#/amount'],
      ['{"amount":5,"\\u0061mount":6}', 'key-duplicated', '#/amount'],
      ['{"amount":5,"more":{"x":-0}}', 'negative-zero', '#/more/x'],
    ])('%s', async (data, code, pointer) => {
      const answer = await world.send(data);
      expect(answer).toMatchObject({ status: 400, body: { code } });
      expect(pointersOf(answer)).toEqual([pointer]);
      expect((await platform.api.post('/api/1/user/credentials/find', data)).body).toMatchObject({ code });
      const batch = await platform.api.post('/api/1/terminal/events:batch', `[${data}]`);
      expect(batch).toMatchObject({ status: 207, body: [{ status: 400, problem: { code } }] });
    });

    it.each(['\\u0000', '\\ud800', '\\udc00\\ud800'])(
      'text that cannot be stored is refused in every place: %s',
      async (bad) => {
        const data = [`{"amount":5,"x":"${bad}"}`, `{"amount":5,"${bad}":1}`, `{"amount":5,"x":[{"y":"a${bad}"}]}`];
        for (const text of data) {
          const kept = await world.send(text);
          expect([text, [202, 400, 422].includes(kept.status)]).toEqual([text, true]);
          if (kept.status === 202) {
            const { id } = kept.body as { id: string };
            const logged = (await world.log()).find((each) => each.id === id);
            expect(logged?.data).toEqual(JSON.parse(text));
          }
        }
        const item = `{"user_id":"${world.user}","event_name":"purchase","data":{"amount":5},"id":"a${bad}"}`;
        const batch = await platform.api.post('/api/1/terminal/events:batch', `[${item}]`);
        expect(batch.body).toMatchObject([{ status: 400, problem: { errors: [{ pointer: '#/0/id' }] } }]);
        const definition = JSON.stringify(world.definition('texts', { title: '?', more: { '?': '?' } })).replaceAll(
          '?',
          bad,
        );
        const defined = await platform.api.send('PUT', '/api/1/terminal/events/texts', { body: definition });
        expect([200, 400, 422]).toContain(defined.status);
        const form = formOf({ title: 'Text', identifier: `acme${JSON.parse(`"${bad}"`) as string}`, file: 'a\n' });
        expect((await sendForm(platform, segments, form)).status).toBeLessThan(500);
      },
    );

    it('CloudEvents in structured mode are 415, and the answer names the binary mode', async () => {
      for (const type of ['application/cloudevents+json', 'application/cloudevents-batch+json; charset=utf-8']) {
        const answer = await world.send({ amount: 5 }, { 'Content-Type': type });
        expect(answer).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } });
        expect((answer.body as { detail: string }).detail).toMatch(/binary mode.*application\/json/);
      }
    });
  });

  describe('unknown fields', () => {
    it('are ignored on rows of the specification, and named in Ignored-Fields', async () => {
      const body = { username: 'a@b.example', colour: 'red', 'a/b ü': 1 };
      const answer = await platform.api.post('/api/1/user/credentials/available', body);
      expect([answer.status, answer.headers.get('ignored-fields')]).toEqual([200, 'colour, a~1b%20%C3%BC']);
      const known = await platform.api.post('/api/1/user/credentials/available', { username: 'a@b.example' });
      expect(known.headers.get('ignored-fields')).toBeNull();
      const optins = [{ optin_id: 'x', optin: true, why: 1 }];
      const change = await platform.api.send('PUT', '/api/1/user/optins/change', { body: { ...registration, optins } });
      expect(change.headers.get('ignored-fields')).toBe('user_id, optins/0/why');
      const item = { user_id: world.user, event_name: 'purchase', data: { amount: 5, x: 1 }, kind: 'x' };
      const batch = await platform.api.post('/api/1/terminal/events:batch', [item, item]);
      expect([batch.status, batch.headers.get('ignored-fields')]).toEqual([207, '0/kind, 1/kind']);
    });

    it('are named in at most 2 KB, which every client can read', async () => {
      const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${'日'.repeat(97)}${n}`, 1]));
      const body = { username: 'a@b.example', ...long };
      const answer = await platform.api.post('/api/1/user/credentials/available', body);
      const named = answer.headers.get('ignored-fields') ?? '';
      expect([answer.status, named.split(', ').length]).toEqual([200, 2]);
      expect(named.length).toBeLessThan(2_048);
    });

    it('are refused on /api/1/admin', async () => {
      const answer = await platform.api.post('/api/1/admin/clients', { name: 'x', scopes: [], colour: 'red' });
      expect([answer.status, pointersOf(answer)]).toEqual([400, ['#/colour']]);
    });

    describe('of a request that takes no body', () => {
      const row5 = '/api/1/oauth2/provider/acme/member-of-no-body';

      it('are ignored and named on rows of the specification (row 5)', async () => {
        const answer = await platform.api.post(row5, { a: 1, 'b/c': 2 });
        expect([answer.status, answer.headers.get('ignored-fields')]).toEqual([200, 'a, b~1c']);
      });

      it.each([
        `campaigns/${newId()}:start`,
        `clients/${newId()}/secrets`,
        `clients/${newId()}/secrets:promote`,
        `users/${newId()}:deactivate`,
      ])('are refused on /api/1/admin: %s', async (path) => {
        const fields = await platform.api.post(`/api/1/admin/${path}`, { foo: 1 });
        expect(fields).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
        expect(pointersOf(fields)).toEqual(['#/foo']);
        const list = await platform.api.post(`/api/1/admin/${path}`, [1]);
        expect([list.status, pointersOf(list)]).toEqual([400, ['#']]);
        for (const body of ['', '{}', ' { } '])
          expect((await platform.api.send('POST', `/api/1/admin/${path}`, { body })).status).toBe(404);
      });

      it.each([row5, `/api/1/admin/clients/${newId()}/secrets:promote`])('malformed JSON is 400: %s', async (path) => {
        const answer = await platform.api.send('POST', path, { body: '{"foo"' });
        expect(answer).toMatchObject({ status: 400, body: { code: 'malformed-json' } });
      });
    });
  });

  it('a batch may have 2 MiB and each event 64 KiB, and the refusal names the limit', async () => {
    const item = (bytes: number) => ({
      user_id: world.user,
      event_name: 'purchase',
      data: { amount: 5, x: 'x'.repeat(bytes) },
    });
    const whole = await platform.api.post(
      '/api/1/terminal/events:batch',
      Array.from({ length: 100 }, () => item(60_000)),
    );
    expect(whole).toMatchObject({
      status: 413,
      body: { detail: 'A batch of events may have 2097152 bytes at the most.' },
    });
    const fitting = Array.from({ length: 100 }, () => item(20_500));
    const answer = await platform.api.post('/api/1/terminal/events:batch', fitting);
    expect((answer.body as { status: number }[]).map(({ status }) => status)).toEqual(fitting.map(() => 202));
    const quotes = { ...item(0), data: { amount: 5, x: '"'.repeat(32_000) } };
    const mixed = await platform.api.post('/api/1/terminal/events:batch', [quotes, quotes, item(66_000), item(65_000)]);
    expect((mixed.body as { status: number }[]).map(({ status }) => status)).toEqual([202, 202, 413, 202]);
  });

  it('a batch of 100 events with 100 faults each gets all results', async () => {
    const wanted = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`${'p'.repeat(100)}${n}`, { type: 'string' }]),
    );
    await world.define('faulty', { properties: wanted, required: [] });
    const data = Object.fromEntries(Object.keys(wanted).map((name) => [name, 1]));
    const items = Array.from({ length: 100 }, () => ({ user_id: world.user, event_name: 'faulty', data }));
    const answer = await platform.api.post('/api/1/terminal/events:batch', items);
    expect(answer.status).toBe(207);
    expect((answer.body as { status: number }[]).map(({ status }) => status)).toEqual(items.map(() => 422));
  });

  it('in the body of a GET have pointers of fields (row 16)', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const call = send(`${platform.url}/api/1/user/optins`, {
        method: 'GET',
        headers: {
          Authorization: `Bearer ${platform.api.bearer}`,
          'Content-Type': 'application/json',
          'Content-Length': 16,
        },
      });
      call.on('response', (answer) => {
        void answer.toArray().then((chunks) => {
          resolve(Buffer.concat(chunks as Buffer[]).toString());
        }, reject);
      });
      call.on('error', reject);
      call.end('{"auth_nonce":5}');
    });
    expect(JSON.parse(text)).toMatchObject({ status: 400, errors: [{ pointer: '#/auth_nonce' }] });
  });
});
