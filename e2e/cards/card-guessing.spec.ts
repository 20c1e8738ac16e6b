import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { Card } from '@ces/contracts/cards/cards';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

describe('guessing card numbers, row 18', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  }, 60_000);

  afterAll(() => platform.stop());

  const path = '/api/1/card/add';
  const unknown = [400, 'card-unknown'];
  const tooMany = [429, 'rate-limited'];
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const wait = (answer: ApiAnswer) => Number(answer.headers.get('retry-after'));
  const add = ({ auth_nonce }: Begun, identifier: unknown, headers: Record<string, string> = {}) =>
    platform.api.post(path, { auth_nonce, identifier }, headers);
  const guess = (who: Begun) => add(who, randomUUID());
  const issue = async (): Promise<string> => {
    const identifier = randomUUID();
    const answer = await platform.api.post('/api/1/admin/cards', { definition: 'default', identifiers: [identifier] });
    return (answer.body as IssuedCards).cards[0]?.identifier ?? '';
  };
  const sql = (text: string) => platform.cards.get(DataSource).query<{ pause: number }[]>(text);
  /** As if the pause of everybody had passed. */
  const pausePasses = () => sql(`UPDATE card_miss SET blocked_until = now() WHERE blocked_until IS NOT NULL`);

  it('an unknown or malformed number is 400 `card-unknown`, and its pointer is named', async () => {
    for (const number of ['nobody-has-this', '', 'x'.repeat(300), 4711, { a: 1 }]) {
      const answer = await add(await begun(platform), number);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'card-unknown', errors: [{ pointer: '#/identifier' }] },
      });
    }
  });

  it('after five misses of one nonce it is 429 with Retry-After, also for the right number', async () => {
    const [who, number] = [await begun(platform), await issue()];
    for (let miss = 1; miss <= 5; miss += 1) expect(code(await guess(who))).toEqual(unknown);
    const refused = await add(who, number);
    expect(code(refused)).toEqual(tooMany);
    expect(wait(refused)).toBeGreaterThanOrEqual(1);
    expect(code(await guess(await begun(platform)))).toEqual(unknown);
    await pausePasses();
    expect((await add(who, number)).status).toBe(200);
  });

  it('Retry-After grows with every further miss, and not with an attempt that was refused', async () => {
    const who = await begun(platform);
    for (let miss = 1; miss <= 4; miss += 1) await guess(who);
    const pauses = [];
    for (let miss = 5; miss <= 14; miss += 1) {
      await pausePasses();
      expect(code(await guess(who))).toEqual(unknown);
      const first = wait(await guess(who));
      expect(wait(await guess(who))).toBeLessThanOrEqual(first);
      pauses.push(Math.ceil(first / 5) * 5);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it('of 50 guesses at once, with keys and without, five are answered', async () => {
    for (const headers of [() => ({}), () => ({ 'Idempotency-Key': randomUUID() })]) {
      const who = await begun(platform);
      const answers = await Promise.all(Array.from({ length: 50 }, () => add(who, randomUUID(), headers())));
      const codes = answers.map((answer) => code(answer).join());
      expect([
        codes.filter((each) => each === unknown.join()).length,
        codes.filter((each) => each === tooMany.join()).length,
      ]).toEqual([5, 45]);
    }
  });

  it('right numbers at once never begin a pause; one too many is 429 for a second, because others are under way', async () => {
    const who = await begun(platform);
    const numbers = await Promise.all(Array.from({ length: 6 }, issue));
    const holder = platform.cards.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    // Nobody gets a card until the sixth is answered.
    await holder.query('SELECT 1 FROM card FOR UPDATE');
    const adding = numbers.map((number) => add(who, number));
    const first = await Promise.race(adding);
    await holder.commitTransaction();
    await holder.release();
    expect([...code(first), wait(first)]).toEqual([...tooMany, 1]);
    expect((first.body as { detail: string }).detail).toContain('under way');
    const answers = await Promise.all(adding);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
    for (const number of numbers) expect((await add(who, number)).status).toBe(200);
    expect(code(await guess(who))).toEqual(unknown);
  });

  it('a right number between them does not forgive, be it of a card that is new or of one that is there', async () => {
    const [who, own] = [await begun(platform), await issue()];
    for (let miss = 1; miss <= 4; miss += 1) {
      await guess(who);
      expect((await add(who, own)).status).toBe(200);
    }
    expect((await add(who, await issue())).status).toBe(200);
    expect(code(await guess(who))).toEqual(unknown);
    expect(code(await add(who, own))).toEqual(tooMany);
  });

  it("another user's card that is not shared is 409, and a miss as well", async () => {
    const [owner, who, number] = [await begun(platform), await begun(platform), await issue()];
    expect((await add(owner, number)).status).toBe(200);
    for (let miss = 1; miss <= 5; miss += 1) expect(code(await add(who, number))).toEqual([409, 'card-taken']);
    expect(code(await add(who, number))).toEqual(tooMany);
  });

  it('what is no guess does not count', async () => {
    const [who, number] = [await begun(platform), await issue()];
    for (let time = 1; time <= 6; time += 1) {
      expect(code(await platform.api.post(path, { auth_nonce: who.auth_nonce }))).toEqual([400, 'validation-failed']);
      expect((await add(who, number)).status).toBe(200);
    }
  });

  it('misses are forgotten a day after the last attempt', async () => {
    const who = await begun(platform);
    for (let miss = 1; miss <= 5; miss += 1) await guess(who);
    await sql(
      `UPDATE card_miss SET last_at = now() - interval '25 hours', blocked_until = now() - interval '24 hours'`,
    );
    for (let miss = 1; miss <= 5; miss += 1) expect(code(await guess(who))).toEqual(unknown);
    expect(code(await guess(who))).toEqual(tooMany);
  });

  describe('with a user token (`cards`)', () => {
    it('adds the card to the account, without a nonce', async () => {
      const [{ user_id }, identifier] = [await begun(platform), await issue()];
      const user = await platform.asUser(user_id, 'cards');
      const answer = await user.post(path, { identifier });
      expect(answer).toMatchObject({ status: 200, body: { identifier, user_id: [user_id] } });
      expect((await user.get('/api/2/card/user')).body).toMatchObject({ cards: [{ id: (answer.body as Card).id }] });
    });

    it('is 403 without the scope, and a client token still needs a nonce', async () => {
      const identifier = await issue();
      const narrow = await platform.asUser((await begun(platform)).user_id, 'optins');
      expect(code(await narrow.post(path, { identifier }))).toEqual([403, 'scope-insufficient']);
      const answer = await platform.api.post(path, { identifier });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/auth_nonce' }] } });
    });

    it('counts the misses of a nonce and those of the token as one', async () => {
      const who = await begun(platform);
      const user = await platform.asUser(who.user_id, 'cards');
      for (let miss = 1; miss <= 3; miss += 1) await guess(who);
      for (let miss = 4; miss <= 5; miss += 1)
        expect(code(await user.post(path, { identifier: 'x' }))).toEqual(unknown);
      expect(code(await user.post(path, { identifier: 'x' }))).toEqual(tooMany);
      expect(code(await guess(who))).toEqual(tooMany);
    });
  });
});
