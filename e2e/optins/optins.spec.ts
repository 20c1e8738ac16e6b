import type { Optin, OptinDefinition } from '@ces/contracts/cards/optins';
import { exportOf } from '@ces/contracts/identity/erasure';
import { openSteps } from '@ces/contracts/identity/registration';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';
import { request } from 'node:http';
import { DataSource } from 'typeorm';

describe('opt-ins', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
  }, 60_000);

  afterAll(() => platform.stop());

  // What one test asks of all users must not be asked in the next.
  afterEach(async () => {
    const optins = (await platform.api.get(admin)).body as OptinDefinition[];
    for (const { id, retired } of optins) if (retired === null) await platform.api.send('DELETE', `${admin}/${id}`);
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
  const open = async (who: Begun) => (await platform.messaging.bus.call(openSteps, { user_id: who.user_id })).optins;

  describe('row 16', () => {
    it('returns every opt-in that registration asks for, newest first, the required ones marked', async () => {
      const terms = await define('Terms', { required: true, can_be_updated: false, name: 'contract' });
      const news = await define('News');
      expect(await asked(await begun(platform), '&identifier=6012345678')).toMatchObject({
        status: 200,
        body: [
          { id: news.id, purpose: { required: false } },
          {
            id: terms.id,
            name: 'Terms',
            description: 'About Terms',
            purpose: { name: 'contract', can_be_updated: false, required: true },
            updates: [],
            opted_in: false,
          },
        ],
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

    it('refuses a client token without a nonce, or with one that is none', async () => {
      expect(code(await platform.api.get(path))).toEqual([400, 'parameter-invalid']);
      expect(code(await platform.api.get(`${path}?auth_nonce=a&auth_nonce=b`))).toEqual([400, 'parameter-invalid']);
      expect(code(await platform.api.get(`${path}?auth_nonce=nonsense`))).toEqual([400, 'nonce-invalid']);
    });
  });

  describe('row 17', () => {
    it('leaves the step open while a required one is false, and closes it at once when it is true', async () => {
      const terms = await define('Terms', { required: true });
      const who = await begun(platform);
      expect(await open(who)).toBe(true);
      const refused = await answerAs(who, { optin_id: terms.id, optin: false });
      expect(refused).toMatchObject({
        status: 200,
        body: [{ id: terms.id, opted_in: false, updates: [{ opted_in: false }] }],
      });
      expect(await open(who)).toBe(true);
      expect((await answerAs(who, { optin_id: terms.id, optin: true })).status).toBe(200);
      expect(await open(who)).toBe(false);
    });

    it('stores all of the answers or none', async () => {
      const news = await define('News');
      const who = await begun(platform);
      const answer = await answerAs(who, { optin_id: news.id, optin: true }, { optin_id: 'unknown', optin: true });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'optin-unknown', errors: [{ pointer: '#/optins/1/optin_id' }] },
      });
      expect((await asked(who)).body).toMatchObject([{ opted_in: false, updates: [] }]);
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
    ])('refuses %s', async (_what, body) => {
      expect(code(await platform.api.put(`${path}/change`, body))).toEqual([400, 'validation-failed']);
    });

    it('keeps every change, newest last, with its evidence; the same answer again is no change', async () => {
      const news = await define('News');
      const who = await begun(platform);
      const user = await platform.asUser(who.user_id, 'optins');
      const change = (optin: boolean) =>
        user.put(`${path}/change?locale=de_DE`, { optins: [{ optin_id: news.id, optin }] });
      await answerAs(who, { optin_id: news.id, optin: true });
      await change(false);
      await change(false);
      const last = await change(true);
      const [optin] = last.body as Optin[];
      expect(optin?.updates).toEqual([
        { opted_in: true, updated: expect.stringMatching(/\+00:00$/), source: 'registration' },
        { opted_in: false, updated: expect.any(String), source: 'account' },
        { opted_in: true, updated: expect.any(String), source: 'account' },
      ]);
      const times = optin?.updates.map((update) => update.updated) ?? [];
      expect(times).toEqual([...times].sort());
      const exported = await platform.messaging.bus.call(exportOf('cards'), { user_id: who.user_id });
      expect((exported as { consents: object[] }).consents).toMatchObject([
        { client_id: 'cl_test', address: '127.0.0.1', locale: 'en_GB', text_version: 1, name: text('News').name },
        { locale: 'de_DE', opted_in: false },
        { opted_in: true },
      ]);
    });

    it('answers after any number of changes: with the last hundred, and all of them are in the export', async () => {
      const news = await define('News');
      const who = await begun(platform);
      await platform.cards.get(DataSource).query(
        `INSERT INTO consent (user_id, optin_id, text_version, opted_in, source, client_id, address, locale)
         SELECT $1, $2, 1, n % 2 = 0, 'account', 'cl_test', '127.0.0.1', 'en_GB' FROM generate_series(1, 1001) AS n`,
        [who.user_id, news.id],
      );
      const [optin] = (await answerAs(who, { optin_id: news.id, optin: true })).body as Optin[];
      expect([optin?.opted_in, optin?.updates.length]).toEqual([true, 100]);
      expect(optin?.updates.slice(-2)).toMatchObject([{ source: 'account' }, { source: 'registration' }]);
      const exported = await platform.api.get(`/api/1/admin/users/${who.user_id}/export`);
      const { cards } = exported.body as { cards: { consents: object[]; cards: object[] } };
      expect([cards.consents.length, cards.consents.at(-1), cards.cards]).toMatchObject([
        1_002,
        { source: 'registration' },
        [],
      ]);
    });

    it('is evidence that the database itself refuses to rewrite', async () => {
      const news = await define('News');
      await answerAs(await begun(platform), { optin_id: news.id, optin: true });
      const database = platform.cards.get(DataSource);
      await expect(database.query('UPDATE consent SET opted_in = false')).rejects.toThrow(/evidence/);
      await expect(database.query('DELETE FROM optin_text')).rejects.toThrow(/evidence/);
    });

    it('names the text that was answered: a changed one is a new version, and can be answered anew', async () => {
      const news = await define('News');
      const who = await begun(platform);
      await answerAs(who, { optin_id: news.id, optin: true });
      const same = await platform.api.put(`${admin}/${news.id}`, text('News', { required: true }));
      expect(same.body).toMatchObject({ text_version: 1, purpose: { required: true } });
      const other = await platform.api.put(`${admin}/${news.id}`, text('Daily news'));
      expect(other.body).toMatchObject({ text_version: 2 });
      expect((await asked(who)).body).toMatchObject([{ name: 'Daily news', opted_in: true }]);
      await answerAs(who, { optin_id: news.id, optin: true });
      const rows = await platform.cards
        .get(DataSource)
        .query('SELECT text_version FROM consent WHERE user_id = $1 ORDER BY id', [who.user_id]);
      expect(rows).toEqual([{ text_version: 1 }, { text_version: 2 }]);
    });

    it('lets an account not change what its purpose fixes', async () => {
      const terms = await define('Terms', { can_be_updated: false });
      const who = await begun(platform);
      await answerAs(who, { optin_id: terms.id, optin: true });
      const user = await platform.asUser(who.user_id, 'optins');
      const change = (optin: boolean) => user.put(`${path}/change`, { optins: [{ optin_id: terms.id, optin }] });
      expect(code(await change(false))).toEqual([409, 'optin-fixed']);
      expect((await change(true)).status).toBe(200);
    });

    it('keeps the answers of twenty changes at once in one order', async () => {
      const news = await define('News');
      const who = await begun(platform);
      await Promise.all(Array.from({ length: 20 }, (_, i) => answerAs(who, { optin_id: news.id, optin: i % 2 === 0 })));
      const [optin] = (await asked(who)).body as Optin[];
      const answers = optin?.updates.map((update) => update.opted_in) ?? [];
      expect(answers.every((each, i) => i === 0 || each !== answers[i - 1])).toBe(true);
      expect(optin?.opted_in).toBe(answers.at(-1));
    });
  });

  describe('row 24', () => {
    it("returns the opt-ins of the token's user, retired ones too when they were answered", async () => {
      const [news, other] = [await define('News'), await define('Other')];
      const who = await begun(platform);
      await answerAs(who, { optin_id: news.id, optin: true });
      for (const { id } of [news, other]) await platform.api.send('DELETE', `${admin}/${id}`);
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
});

/** fetch sends no body with a GET. */
function getWithBody(url: string, token: string, body: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    };
    const sent = request(url, { method: 'GET', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as unknown });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
