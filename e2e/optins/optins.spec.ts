import type { Optin, OptinDefinition } from '@ces/contracts/cards/optins';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { begun, type Begun } from '@ces/testing/gateway/registrations';
import { request } from 'node:http';
import { DataSource } from 'typeorm';
import { Platform } from '../platform/platform.js';

describe('opt-ins through the gateway', () => {
  let platform: Platform;

  beforeAll(async () => {
    // The export of a user needs every service.
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
  });

  afterAll(() => platform.stop());

  // The opt-ins of a test must not be asked in the next test.
  afterEach(async () => {
    const optins = (await platform.api.get(admin)).body as OptinDefinition[];
    for (const { id, retired_at } of optins)
      if (retired_at === null) await platform.api.send('DELETE', `${admin}/${id}`);
  });

  const admin = '/api/1/admin/optins';
  const path = '/api/1/user/optins';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const text = (name: string, purpose: object = {}) => ({
    name: { en_GB: name, nl_NL: `${name} (nl)` },
    description: { en_GB: `About ${name}` },
    purpose: { name: 'marketing', can_be_updated: true, required: false, ...purpose },
  });
  const define = async (name: string, purpose: object = {}) => {
    const answer = await platform.api.post(admin, text(name, purpose));
    expect(answer.status).toBe(201);
    return answer.body as OptinDefinition;
  };
  const answerAs = ({ auth_nonce }: Begun, ...optins: object[]) =>
    platform.api.put(`${path}/change`, { auth_nonce, optins });
  const asked = (who: Begun, query = '') => platform.api.get(`${path}?auth_nonce=${who.auth_nonce}${query}`);

  describe('row 16', () => {
    it('returns every opt-in that registration asks for', async () => {
      const news = await define('News');
      expect(await asked(await begun(platform), '&identifier=6012345678')).toMatchObject({
        status: 200,
        body: [{ id: news.id, purpose: { required: false }, updates: [], opted_in: false }],
      });
    });

    it('takes nonce and card number in a JSON body of the GET as well', async () => {
      const news = await define('News');
      const { auth_nonce } = await begun(platform);
      const body = JSON.stringify({ auth_nonce, identifier: '6012345678' });
      const answer = await getWithBody(`${platform.url}${path}?locale=nl_NL`, platform.api.bearer, body);
      expect(answer).toMatchObject({
        status: 200,
        body: [{ id: news.id, name: 'News (nl)', description: 'About News' }],
      });
      expect(await getWithBody(`${platform.url}${path}`, platform.api.bearer, '{')).toMatchObject({ status: 400 });
      expect(await getWithBody(`${platform.url}${path}`, platform.api.bearer, '[]')).toMatchObject({ status: 400 });
      expect(await getWithBody(`${platform.url}${path}`, platform.api.bearer, 'x'.repeat(70_000))).toMatchObject({
        status: 413,
      });
    });

    it('treats the body of the GET as it treats other bodies', async () => {
      const { auth_nonce } = await begun(platform);
      const send = (body: object, type = json, query = '') =>
        getWithBody(`${platform.url}${path}${query}`, platform.api.bearer, JSON.stringify(body), type);
      const more = { auth_nonce, identifer: '6012345678', more: { a: 1 } };
      expect(await send(more)).toMatchObject({ status: 200, ignored: 'identifer, more' });
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
        expect(await send({ auth_nonce }, type)).toMatchObject({
          status: 415,
          body: { code: 'media-type-unsupported' },
        });
      const faults = [{ pointer: '#/auth_nonce', code: 'is-string' }, { pointer: 'identifier' }];
      expect(await send({ auth_nonce: 5 }, json, '?identifier=a&identifier=b')).toMatchObject({
        status: 400,
        body: { code: 'validation-failed', errors: faults },
      });
      expect(await send({}, json)).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/auth_nonce' }] } });
      expect(await send([], json, `?auth_nonce=${auth_nonce}`)).toMatchObject({ status: 400 });
    });

    it('refuses a client token without a nonce, or with an unknown one', async () => {
      expect(code(await platform.api.get(path))).toEqual([400, 'parameter-invalid']);
      expect(code(await platform.api.get(`${path}?auth_nonce=a&auth_nonce=b`))).toEqual([400, 'parameter-invalid']);
      expect(code(await platform.api.get(`${path}?auth_nonce=nonsense`))).toEqual([400, 'nonce-invalid']);
    });
  });

  describe('row 17', () => {
    it('stores all of the answers or none', async () => {
      const news = await define('News');
      const who = await begun(platform);
      const unknown = await answerAs(who, { optin_id: news.id, optin: true }, { optin_id: 'unknown', optin: true });
      expect(unknown).toMatchObject({
        status: 400,
        body: { code: 'optin-unknown', errors: [{ pointer: '#/optins/1/optin_id' }] },
      });
      expect((await asked(who)).body).toMatchObject([{ opted_in: false, updates: [] }]);
      expect(await answerAs(who, { optin_id: news.id, optin: true })).toMatchObject({
        status: 200,
        body: [{ id: news.id, opted_in: true, updates: [{ opted_in: true, source: 'registration' }] }],
      });
    });

    it.each([
      ['no nonce', { optins: [] }],
      ['no answers', { auth_nonce: 'x' }],
      ['an answer that is neither', { auth_nonce: 'x', optins: [{ optin_id: 'a', optin: 'yes' }] }],
      [
        'two answers to one',
        {
          auth_nonce: 'x',
          optins: [
            { optin_id: 'a', optin: true },
            { optin_id: 'a', optin: false },
          ],
        },
      ],
      ['an answer that is null', { auth_nonce: 'x', optins: [null] }],
      ['an answer that is a text', { auth_nonce: 'x', optins: ['a'] }],
      ['answers that are no list', { auth_nonce: 'x', optins: { length: 1 } }],
    ])('refuses %s', async (_what, body) => {
      expect(code(await platform.api.put(`${path}/change`, body))).toEqual([400, 'validation-failed']);
    });

    it.each([
      { auth_nonce: 'x', optins: [{ optin_id: 'a\u0000', optin: true }] },
      { auth_nonce: 'x\u0000', optins: [] },
    ])('refuses %j', async (body) => {
      expect((await platform.api.put(`${path}/change`, body)).status).toBe(400);
    });

    it('does not let an account change an answer that its purpose fixes', async () => {
      const terms = await define('Terms', { can_be_updated: false });
      const who = await begun(platform);
      await answerAs(who, { optin_id: terms.id, optin: true });
      const user = await platform.asUser(who.user_id, 'optins');
      const change = (optin: boolean) => user.put(`${path}/change`, { optins: [{ optin_id: terms.id, optin }] });
      expect(code(await change(false))).toEqual([409, 'optin-fixed']);
      expect((await change(true)).status).toBe(200);
    });

    it('leaves evidence of client, address and language in the export of the user', async () => {
      const news = await define('News');
      const who = await begun(platform);
      await answerAs(who, { optin_id: news.id, optin: false });
      await platform.cards.get(DataSource).query(
        `INSERT INTO consent (user_id, optin_id, text_version, opted_in, source, client_id, address, locale)
         SELECT $1, $2, 1, n % 2 = 0, 'account', 'cl_test', '127.0.0.1', 'en_GB' FROM generate_series(1, 1001) AS n`,
        [who.user_id, news.id],
      );
      const [optin] = (await answerAs(who, { optin_id: news.id, optin: true })).body as Optin[];
      expect([optin?.opted_in, optin?.updates.length]).toEqual([true, 1_000]);
      const exported = await platform.api.get(`/api/1/admin/users/${who.user_id}/export`);
      const { cards } = exported.body as { cards: { consents: object[]; cards: object[] } };
      const evidence = { client_id: 'cl_test', address: '127.0.0.1', locale: 'en_GB', text_version: 1 };
      expect([cards.consents.length, cards.consents[0], cards.consents.at(-1), cards.cards]).toMatchObject([
        1_003,
        { ...evidence, name: text('News').name },
        { source: 'registration' },
        [],
      ]);
    });
  });

  describe('row 24', () => {
    it("returns the opt-ins of the token's user", async () => {
      const news = await define('News');
      const who = await begun(platform);
      await answerAs(who, { optin_id: news.id, optin: true });
      await platform.api.send('DELETE', `${admin}/${news.id}`);
      const user = await platform.asUser(who.user_id, 'optins');
      expect(await user.get(path)).toMatchObject({ status: 200, body: [{ id: news.id, opted_in: true }] });
      expect((await asked(who)).body).toEqual([]);
      const change = (optin: boolean) => user.put(`${path}/change`, { optins: [{ optin_id: news.id, optin }] });
      expect(await change(false)).toMatchObject({ status: 200, body: [{ opted_in: false, updates: [{}, {}] }] });
      expect(code(await change(true))).toEqual([400, 'optin-unknown']);
    });

    it('needs the scope of a user token', async () => {
      const narrow = await platform.asUser('U'.repeat(25), 'cards');
      expect(code(await narrow.get(path))).toEqual([403, 'scope-insufficient']);
      const client = await platform.api.as(platform.credentials, 'users:read');
      expect(code(await client.get(path))).toEqual([403, 'scope-insufficient']);
    });
  });

  describe('the language', () => {
    const texts = { en_GB: 'Newsletter', nl_NL: 'Nieuwsbrief', fr_FR: 'Lettre' };
    let who: Begun;

    beforeAll(async () => {
      who = await begun(platform);
    });

    const newsletter = async () => {
      const answer = await platform.api.post(admin, { ...text('Newsletter'), name: texts, description: texts });
      return (answer.body as OptinDefinition).id;
    };
    const language = (answer: ApiAnswer) => [
      answer.status,
      answer.headers.get('content-language'),
      ...(answer.body as Optin[]).flatMap(({ name, description }) => [name, description]),
    ];
    const registration = (query: string, headers = {}) =>
      platform.api.get(`${path}?auth_nonce=${who.auth_nonce}${query}`, { headers });

    it.each([
      ['&locale=fr_FR', {}, 'fr-FR', 'Lettre'],
      ['&locale=nl_NL', {}, 'nl-NL', 'Nieuwsbrief'],
      ['&locale=es_ES', {}, 'en-GB', 'Newsletter'],
      ['&locale=de_DE', {}, 'en-GB', 'Newsletter'],
      ['&locale=fr_FR', { 'Accept-Language': 'nl' }, 'fr-FR', 'Lettre'],
      ['', { 'Accept-Language': 'fr-FR' }, 'fr-FR', 'Lettre'],
      ['', { 'Accept-Language': 'es-ES,fr-FR;q=0.5,nl;q=0.4' }, 'fr-FR', 'Lettre'],
      ['', { 'Accept-Language': 'fr-FR;q=0.3,nl-BE;q=0.4' }, 'nl-NL', 'Nieuwsbrief'],
      ['', {}, 'en-GB', 'Newsletter'],
    ])('of row 16 with %s and %j is the one that the answer names', async (query, headers, said, expected) => {
      await newsletter();
      expect(language(await registration(query, headers))).toEqual([200, said, expected, expected]);
    });

    it('is French in rows 17 and 24 as well', async () => {
      const optin_id = await newsletter();
      const user = await platform.asUser(who.user_id, 'optins');
      const french = [200, 'fr-FR', 'Lettre', 'Lettre'];
      const optins = [{ optin_id, optin: true }];
      expect(language(await user.put(`${path}/change?locale=fr_FR`, { optins }))).toEqual(french);
      expect(language(await user.get(`${path}?locale=fr_FR`))).toEqual(french);
    });

    it('of an empty list is the one asked for', async () => {
      expect(language(await registration('&locale=nl_NL'))).toEqual([200, 'nl-NL']);
    });

    it.each(['fr', 'FR_fr', 'fr_FR_x', 'fr-FR', 'constructor', ''])(
      'is refused when the locale is %j, which is malformed',
      async (locale) => {
        const malformed = { status: 400, body: { code: 'parameter-invalid', errors: [{ pointer: 'locale' }] } };
        expect(await registration(`&locale=${locale}`)).toMatchObject(malformed);
      },
    );
  });
});

const json = 'application/json';

interface Answer {
  status: number;
  body: unknown;
  ignored: string | string[] | undefined;
}

/** Needed because fetch sends no body with a GET. */
function getWithBody(url: string, token: string, body: string, type = json): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(type === '' ? {} : { 'Content-Type': type }),
      'Content-Length': body.length,
    };
    const sent = request(url, { method: 'GET', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => {
        const ignored = answer.headers['ignored-fields'];
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as unknown, ignored });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
