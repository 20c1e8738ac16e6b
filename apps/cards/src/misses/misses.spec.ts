import type { Problem } from '@ces/contracts/problems';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CardsWorld, problemOf, problemIn, refusalOf, withKey, type Registrant } from '../../test/cards-world.js';

describe('guessing card numbers, row 18', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  const unknown = [400, 'card-unknown'];
  const tooMany = [429, 'rate-limited'];
  const wait = (problem: Problem) => problem.extras.retry_after ?? 0;
  const guess = (who: Registrant) => refusalOf(world.add(who, randomUUID()));
  const issue = async () => (await world.issue()).identifier;
  const endPauses = () => world.query('UPDATE card_miss SET blocked_until = now() WHERE blocked_until IS NOT NULL');

  it('refuses an unknown or malformed number as `card-unknown`, and names its pointer', async () => {
    for (const number of ['unknown-number', '', 'x'.repeat(300), 4711, { a: 1 }]) {
      const problem = await problemOf(world.add(world.begin(), number));
      expect(problem).toMatchObject({ status: 400, code: 'card-unknown' });
      expect(problem.extras.errors).toMatchObject([{ pointer: '#/identifier' }]);
    }
  });

  it('after five misses of one nonce begins a pause, also for the right number', async () => {
    const [who, number] = [world.begin(), await issue()];
    for (let miss = 1; miss <= 5; miss += 1) expect(await guess(who)).toEqual(unknown);
    const refused = await problemOf(world.add(who, number));
    expect([refused.status, refused.code]).toEqual(tooMany);
    expect(wait(refused)).toBeGreaterThanOrEqual(1);
    expect(await guess(world.begin())).toEqual(unknown);
    await endPauses();
    expect(await world.add(who, number)).toMatchObject({ identifier: number });
  });

  it('makes pauses longer with each further miss, and not with an attempt that was refused', async () => {
    const who = world.begin();
    for (let miss = 1; miss <= 4; miss += 1) await guess(who);
    const pauses = [];
    for (let miss = 5; miss <= 14; miss += 1) {
      await endPauses();
      expect(await guess(who)).toEqual(unknown);
      const first = wait(await problemOf(world.add(who, randomUUID())));
      expect(wait(await problemOf(world.add(who, randomUUID())))).toBeLessThanOrEqual(first);
      pauses.push(Math.ceil(first / 5) * 5);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it('answers five of 50 guesses at once, with keys and without', async () => {
    const plainly = <T>(call: () => T): T => call();
    for (const calling of [plainly, withKey]) {
      const who = world.begin();
      const codes = await Promise.all(Array.from({ length: 50 }, () => calling(() => guess(who))));
      const count = (wanted: unknown[]) => codes.filter((each) => each.join() === wanted.join()).length;
      expect([count(unknown), count(tooMany)]).toEqual([5, 45]);
    }
  });

  it('begins no pause for right numbers at once; an attempt beyond the limit must wait a second', async () => {
    const who = world.begin();
    const numbers = await Promise.all(Array.from({ length: 6 }, issue));
    const holder = world.service.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    // The lock keeps the attempts under way until the sixth is answered.
    await holder.query('SELECT 1 FROM card FOR UPDATE');
    const adding = numbers.map((number) => problemIn(world.add(who, number)));
    const first = await Promise.race(adding);
    await holder.commitTransaction();
    await holder.release();
    expect(first).toMatchObject({ status: 429, code: 'rate-limited', extras: { retry_after: 1 } });
    expect(first?.detail).toContain('under way');
    const answers = await Promise.all(adding);
    expect(answers.map((problem) => problem?.status ?? 200).sort()).toEqual([200, 200, 200, 200, 200, 429]);
    for (const number of numbers) expect(await world.add(who, number)).toMatchObject({ identifier: number });
    expect(await guess(who)).toEqual(unknown);
  });

  it('keeps the misses after a right number, for a new card and for a card that the user has', async () => {
    const [who, own] = [world.begin(), await issue()];
    for (let miss = 1; miss <= 4; miss += 1) {
      await guess(who);
      expect(await world.add(who, own)).toMatchObject({ identifier: own });
    }
    const other = await issue();
    expect(await world.add(who, other)).toMatchObject({ identifier: other });
    expect(await guess(who)).toEqual(unknown);
    expect(await refusalOf(world.add(who, own))).toEqual(tooMany);
  });

  it("counts another user's card that is not shared as a miss", async () => {
    const [owner, who, number] = [world.begin(), world.begin(), await issue()];
    expect(await world.add(owner, number)).toMatchObject({ identifier: number });
    for (let miss = 1; miss <= 5; miss += 1)
      expect(await refusalOf(world.add(who, number))).toEqual([409, 'card-taken']);
    expect(await refusalOf(world.add(who, number))).toEqual(tooMany);
  });

  it('does not count a malformed request', async () => {
    const [who, number] = [world.begin(), await issue()];
    for (let time = 1; time <= 6; time += 1) {
      expect(await refusalOf(world.add(who, undefined))).toEqual([400, 'validation-failed']);
      expect(await world.add(who, number)).toMatchObject({ identifier: number });
    }
  });

  it('counts the misses of a nonce and those of a token as one', async () => {
    const who = world.begin();
    const guessAs = () => refusalOf(world.addAs(who, 'x'));
    for (let miss = 1; miss <= 3; miss += 1) await guess(who);
    for (let miss = 4; miss <= 5; miss += 1) expect(await guessAs()).toEqual(unknown);
    expect(await guessAs()).toEqual(tooMany);
    expect(await guess(who)).toEqual(tooMany);
  });

  it('counts an attempt of a dead process for a minute only', async () => {
    const who = world.begin();
    for (let miss = 1; miss <= 4; miss += 1) await guess(who);
    await world.query('UPDATE card_miss SET under_way = 5');
    expect(await guess(who)).toEqual(tooMany);
    await world.query(`UPDATE card_miss SET last_at = now() - interval '61 seconds'`);
    expect(await guess(who)).toEqual(unknown);
  });

  it('forgets misses a day after the last attempt, and a chore deletes them', async () => {
    const who = world.begin();
    for (let miss = 1; miss <= 5; miss += 1) await guess(who);
    const age = () =>
      world.query(
        `UPDATE card_miss SET last_at = now() - interval '25 hours', blocked_until = now() - interval '24 hours'`,
      );
    await age();
    for (let miss = 1; miss <= 5; miss += 1) expect(await guess(who)).toEqual(unknown);
    expect(await guess(who)).toEqual(tooMany);
    await age();
    await guess(world.begin());
    await world.runChore('purge-card-misses');
    expect(await world.query('SELECT count(*) AS n FROM card_miss')).toEqual([{ n: '1' }]);
  });
});
