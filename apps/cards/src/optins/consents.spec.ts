import { hearStatements } from '@ces/testing/hear-statements';
import { exportOf } from '@ces/contracts/identity/erasure';
import { CardsWorld, pointersOf, refusalOf } from '../../test/cards-world.js';
import { OptinsWorld, textOf } from '../../test/optins-world.js';

describe('answers to opt-ins', () => {
  let world: CardsWorld;
  let optins: OptinsWorld;
  const heard: { text: string; name: string }[] = [];
  let stopListening: () => void;

  beforeAll(async () => {
    stopListening = hearStatements((text, name) => heard.push({ text, name }));
    world = await CardsWorld.start();
    optins = new OptinsWorld(world);
  });

  afterAll(async () => {
    await world.stop();
    stopListening();
  });

  afterEach(() => optins.retireAll());

  describe('row 16', () => {
    it('returns every opt-in that registration asks for, newest first, the required ones marked', async () => {
      const terms = await optins.define('Terms', { required: true, can_be_updated: false, name: 'contract' });
      const news = await optins.define('News');
      expect(await optins.asked(world.begin())).toMatchObject([
        { id: news.id, purpose: { required: false } },
        {
          id: terms.id,
          name: 'Terms',
          description: 'About Terms',
          purpose: { name: 'contract', can_be_updated: false, required: true },
          updates: [],
          opted_in: false,
        },
      ]);
    });
  });

  describe('row 17', () => {
    it('leaves the step open while a required one is false, and closes it at once when it is true', async () => {
      const terms = await optins.define('Terms', { required: true });
      const who = world.begin();
      expect(await optins.isOpen(who)).toBe(true);
      expect(await optins.answer(who, { optin_id: terms.id, optin: false })).toMatchObject([
        { id: terms.id, opted_in: false, updates: [{ opted_in: false }] },
      ]);
      expect(await optins.isOpen(who)).toBe(true);
      await optins.answer(who, { optin_id: terms.id, optin: true });
      expect(await optins.isOpen(who)).toBe(false);
    });

    it('stores all of the answers or none', async () => {
      const news = await optins.define('News');
      const who = world.begin();
      const refused = () =>
        optins.answer(who, { optin_id: news.id, optin: true }, { optin_id: 'unknown', optin: true });
      expect(await refusalOf(refused())).toEqual([400, 'optin-unknown']);
      expect(await pointersOf(refused())).toEqual(['#/optins/1/optin_id']);
      expect(await optins.asked(who)).toMatchObject([{ opted_in: false, updates: [] }]);
    });

    it.each([
      ['no answers', undefined],
      ['an answer that is neither', [{ optin_id: 'a', optin: 'yes' }]],
      ['an answer that is null', [null]],
      ['an answer that is a text', ['a']],
      ['answers that are no list', { length: 1 }],
    ])('refuses %s', async (_what, answers) => {
      expect(await refusalOf(optins.change(world.begin(), 'nonce', answers))).toEqual([400, 'validation-failed']);
    });

    it('refuses a request with neither nonce nor user', async () => {
      const refused = optins.change({ user_id: '' } as never, 'nonce', []);
      expect(await refusalOf(refused)).toEqual([400, 'validation-failed']);
    });

    it('keeps every change, newest last, with its evidence; the same answer again is no change', async () => {
      const news = await optins.define('News');
      const who = world.begin();
      const change = async (optin: boolean) =>
        (await optins.change(who, 'token', [{ optin_id: news.id, optin }], { locale: 'de_DE', locales: ['de_DE'] }))
          .items;
      await optins.answer(who, { optin_id: news.id, optin: true });
      await change(false);
      await change(false);
      const [optin] = await change(true);
      expect(optin?.updates).toEqual([
        { opted_in: true, updated: expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{3}Z$/), source: 'registration' },
        { opted_in: false, updated: expect.any(String), source: 'account' },
        { opted_in: true, updated: expect.any(String), source: 'account' },
      ]);
      const times = optin?.updates.map((update) => update.updated) ?? [];
      expect(times).toEqual([...times].sort());
      expect(await optins.exportedConsents(who)).toMatchObject([
        { client_id: 'cl_test', address: '127.0.0.1', locale: 'en_GB', text_version: 1, name: textOf('News').name },
        { locale: 'de_DE', opted_in: false },
        { opted_in: true },
      ]);
    });

    it('answers after any number of changes: with the last thousand, and all of them are in the export', async () => {
      const news = await optins.define('News');
      const who = world.begin();
      await world.query(
        `INSERT INTO consent (user_id, optin_id, text_version, opted_in, source, client_id, address, locale)
         SELECT $1, $2, 1, n % 2 = 0, 'account', 'cl_test', '127.0.0.1', 'en_GB' FROM generate_series(1, 1001) AS n`,
        [who.user_id, news.id],
      );
      const [optin] = await optins.answer(who, { optin_id: news.id, optin: true });
      expect([optin?.opted_in, optin?.updates.length]).toEqual([true, 1_000]);
      expect((await optins.asked(who, 'token'))[0]?.updates).toEqual(optin?.updates);
      expect(optin?.updates.slice(-2)).toMatchObject([{ source: 'account' }, { source: 'registration' }]);
      const consents: object[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const request = { user_id: who.user_id, ...(cursor === undefined ? {} : { cursor }) };
        const part = (await world.bus.call(exportOf('cards'), request)) as { consents: object[]; next: string | null };
        expect(Object.hasOwn(part, 'cards')).toBe(cursor === undefined);
        consents.push(...part.consents);
        cursor = part.next;
      }
      expect([consents.length, consents.at(-1)]).toMatchObject([1_002, { source: 'registration' }]);
    });

    it('answers in one reply, however many changes of however many opt-ins there are', async () => {
      const first = await optins.define('Opt-in 0');
      for (let n = 1; n < 40; n += 1) await optins.define(`Opt-in ${n}`);
      const who = world.begin();
      await world.query(
        `INSERT INTO consent (user_id, optin_id, text_version, opted_in, source, client_id, address, locale)
         SELECT $1, id, 1, n % 2 = 0, 'account', 'cl_test', '127.0.0.1', 'en_GB'
           FROM optin, generate_series(1, 1000) AS n WHERE retired_at IS NULL`,
        [who.user_id],
      );
      const answered = await optins.answer(who, { optin_id: first.id, optin: false });
      expect(answered.map(({ updates }) => updates.length)).toEqual(Array(40).fill(500));
      expect(answered.at(-1)?.updates.at(-1)).toMatchObject({ opted_in: false, source: 'registration' });
    });

    it('returns what was answered, also an opt-in that registration does not ask for', async () => {
      const news = await optins.define('News');
      const later = await optins.create({ ...textOf('Later'), at_registration: false });
      const other = await optins.create({ ...textOf('Other'), at_registration: false });
      const who = world.begin();
      expect(await optins.answer(who, { optin_id: later.id, optin: true })).toMatchObject([
        { id: later.id, opted_in: true, updates: [{ opted_in: true, source: 'registration' }] },
        { id: news.id, updates: [] },
      ]);
      expect(await optins.asked(who)).toMatchObject([{ id: news.id }]);
      await optins.answer(who, { optin_id: other.id, optin: false });
      await optins.retire(other.id);
      expect(await optins.answer(who, { optin_id: other.id, optin: false })).toMatchObject([
        { id: other.id, opted_in: false },
        { id: news.id },
      ]);
    });

    it('is evidence that the database itself refuses to rewrite', async () => {
      const news = await optins.define('News');
      await optins.answer(world.begin(), { optin_id: news.id, optin: true });
      await expect(world.query('UPDATE consent SET opted_in = false')).rejects.toThrow(/evidence/);
      await expect(world.query('DELETE FROM optin_text')).rejects.toThrow(/evidence/);
    });

    it('names the text that was answered: a changed one is a new version, and can be answered anew', async () => {
      const news = await optins.define('News');
      const who = world.begin();
      await optins.answer(who, { optin_id: news.id, optin: true });
      const same = await optins.put(news.id, textOf('News', { required: true }));
      expect(same).toMatchObject({ text_version: 1, purpose: { required: true } });
      const other = await optins.put(news.id, textOf('Daily news'));
      expect(other).toMatchObject({ text_version: 2 });
      expect(Date.parse(other.updated)).toBeGreaterThan(Date.parse(news.updated));
      expect(await optins.asked(who)).toMatchObject([{ name: 'Daily news', opted_in: true }]);
      await optins.answer(who, { optin_id: news.id, optin: true });
      const rows = await world.query('SELECT text_version FROM consent WHERE user_id = $1 ORDER BY id', [who.user_id]);
      expect(rows).toEqual([{ text_version: 1 }, { text_version: 2 }]);
    });

    it('does not let an account change an answer that its purpose fixes', async () => {
      const terms = await optins.define('Terms', { can_be_updated: false });
      const who = world.begin();
      await optins.answer(who, { optin_id: terms.id, optin: true });
      expect(await refusalOf(optins.answerAs(who, { optin_id: terms.id, optin: false }))).toEqual([409, 'optin-fixed']);
      expect(await optins.answerAs(who, { optin_id: terms.id, optin: true })).toMatchObject([{ opted_in: true }]);
    });

    it('keeps the answers of twenty changes at once in one order', async () => {
      const news = await optins.define('News');
      const who = world.begin();
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => optins.answer(who, { optin_id: news.id, optin: i % 2 === 0 })),
      );
      const [optin] = await optins.asked(who);
      const answers = optin?.updates.map((update) => update.opted_in) ?? [];
      expect(answers.every((each, i) => i === 0 || each !== answers[i - 1])).toBe(true);
      expect(optin?.opted_in).toBe(answers.at(-1));
    });
  });

  describe('row 24', () => {
    it('returns the opt-ins of the user, retired ones too when they were answered', async () => {
      const [news, other] = [await optins.define('News'), await optins.define('Other')];
      const who = world.begin();
      await optins.answer(who, { optin_id: news.id, optin: true });
      for (const { id } of [news, other]) await optins.retire(id);
      expect(await optins.asked(who, 'token')).toMatchObject([{ id: news.id, opted_in: true }]);
      expect(await optins.asked(who)).toEqual([]);
      expect(await optins.answerAs(who, { optin_id: news.id, optin: false })).toMatchObject([
        { opted_in: false, updates: [{}, {}] },
      ]);
      expect(await refusalOf(optins.answerAs(who, { optin_id: news.id, optin: true }))).toEqual([400, 'optin-unknown']);
    });

    it('is one statement, which has a name when it runs often', async () => {
      await optins.define('News');
      const who = world.begin();
      heard.length = 0;
      for (let n = 0; n < 25; n += 1) await optins.asked(who, 'token');
      const ofReads = heard.filter(({ text }) => /FROM optin o JOIN optin_text t .+ \$5/s.test(text));
      expect(ofReads).toHaveLength(25);
      expect(ofReads.slice(-5).map(({ name }) => name)).toEqual(Array(5).fill(expect.stringMatching(/^hot /)));
    });

    it('returns page by page, newest first', async () => {
      const [first, second] = [await optins.define('First'), await optins.define('Second')];
      const who = world.begin();
      const page = await optins.shown(who, 'token', { limit: 1 });
      expect(page).toMatchObject({ items: [{ id: second.id }], next: second.id });
      const after = await optins.shown(who, 'token', { limit: 1, cursor: second.id });
      expect(after).toMatchObject({ items: [{ id: first.id }] });
    });
  });
});
