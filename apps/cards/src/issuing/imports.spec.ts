import { dropImport, finishImport, importNumbers } from '@ces/contracts/cards/card-administration';
import { randomUUID } from 'node:crypto';
import { CardsWorld, newNumber, linesOf, problemOf, refusalOf } from '../../test/cards-world.js';

describe('uploads of card numbers', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  const take = (import_id: string, numbers: string[], first = 1) =>
    world.bus.call(importNumbers, { import_id, numbers, lines: numbers.map((_, index) => first + index) });
  const finish = (import_id: string, count: number, more: object = {}) =>
    world.bus.call(finishImport, { import_id, count, ...more }, { timeout: 60_000 });
  const waiting = async (import_id: string) =>
    (await world.query('SELECT count(*) AS n FROM card_import_number WHERE import_id = $1', [import_id]))[0]?.n;
  const cards = async () => (await world.query('SELECT count(*) AS n FROM card'))[0]?.n;

  it('make cards of all numbers, in the order of the lines', async () => {
    const gold = await world.define({ tiers: [{ name: 'Gold' }] });
    const [id, a, b, c] = [randomUUID(), newNumber(), newNumber(), newNumber()];
    expect(await take(id, [a])).toEqual({ taken: 1 });
    await take(id, [b, c], 3);
    const issue = { definition: gold.name, expiration: '2090-01-01T00:00:00Z' };
    expect(await finish(id, 3, issue)).toMatchObject({
      issued: 3,
      cards: [{ identifier: a, tier: 'Gold' }, { identifier: b }, { identifier: c }],
    });
    expect(await world.add(world.begin(), b)).toMatchObject({ expiration: '2090-01-01T00:00:00.000+00:00' });
    expect(await waiting(id)).toBe('0');
  });

  it('refuse a part with a malformed number, and name its line', async () => {
    const id = randomUUID();
    const refused = () => take(id, [newNumber(), 'ünï'], 7_000);
    expect(await refusalOf(refused())).toEqual([422, 'csv-invalid']);
    expect(await linesOf(refused())).toEqual(['line 7001']);
    expect(await waiting(id)).toBe('0');
  });

  it('refuse a number that stands twice, and issue no card', async () => {
    const [id, before] = [randomUUID(), await cards()];
    await take(id, ['twice', 'once', 'twice']);
    expect(await refusalOf(finish(id, 3))).toEqual([422, 'csv-invalid']);
    expect(await linesOf(finish(id, 3))).toEqual(['line 3']);
    expect(await cards()).toEqual(before);
  });

  it('name the lines whose numbers were issued before', async () => {
    const { identifier } = await world.issue();
    const id = randomUUID();
    await take(id, [newNumber(), identifier]);
    expect(await refusalOf(finish(id, 2))).toEqual([409, 'card-number-taken']);
    expect(await linesOf(finish(id, 2))).toEqual(['line 2']);
  });

  it('take the same part twice, after a lost answer', async () => {
    const [id, number] = [randomUUID(), newNumber()];
    for (let time = 1; time <= 2; time += 1) expect(await take(id, [number])).toEqual({ taken: 1 });
    expect(await finish(id, 1)).toMatchObject({ issued: 1, cards: [{ identifier: number }] });
  });

  it('notice numbers that were lost on the way', async () => {
    const id = randomUUID();
    await take(id, [newNumber()]);
    const problem = await problemOf(finish(id, 2));
    expect([problem.status, problem.code, problem.extras.retry_after]).toEqual([503, 'service-unavailable', 1]);
  });

  it('can be dropped, and need a UUID as their id', async () => {
    const id = randomUUID();
    await take(id, [newNumber()]);
    expect(await world.bus.call(dropImport, { import_id: id })).toEqual({ dropped: true });
    expect(await waiting(id)).toBe('0');
    for (const call of [
      () => take('x', []),
      () => finish('x', 0),
      () => world.bus.call(dropImport, { import_id: 'x' }),
    ])
      expect(await refusalOf(call())).toEqual([400, 'validation-failed']);
  });

  it('are forgotten after a day when they are not finished', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const id of [old, young]) await take(id, [newNumber()]);
    await world.query(`UPDATE card_import_number SET created_at = now() - interval '25 hours' WHERE import_id = $1`, [
      old,
    ]);
    await world.runChore('drop-forgotten-imports');
    expect([await waiting(old), await waiting(young)]).toEqual(['0', '1']);
  });

  it('show the first hundred of the cards that they make', async () => {
    const [id, head] = [randomUUID(), randomUUID()];
    for (const first of [1, 101])
      await take(
        id,
        Array.from({ length: 100 }, (_, i) => `${head} ${first + i}`),
        first,
      );
    const answer = await finish(id, 200);
    expect([answer.issued, answer.cards.length, answer.cards.at(-1)?.identifier]).toEqual([200, 100, `${head} 100`]);
  });
});
