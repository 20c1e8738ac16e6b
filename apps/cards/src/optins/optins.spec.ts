import { listOptins } from '@ces/contracts/cards/optins';
import type { QueryRunner } from 'typeorm';
import { duringChange } from '../../test/during-change.js';
import { CardsWorld, outcomeOf, pointersOf, refusalOf } from '../../test/cards-world.js';
import { OptinsWorld, textOf } from '../../test/optins-world.js';

describe('administration of opt-ins', () => {
  let world: CardsWorld;
  let optins: OptinsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
    optins = new OptinsWorld(world);
  });

  afterAll(() => world.stop());

  it.each([
    [{ name: { nl_NL: 'Nieuws' } }, '#/name/en_GB'],
    [{ description: { en_GB: '', 'en/GB': 'x' } }, '#/description/en~1GB'],
    [{ purpose: { name: 'x', can_be_updated: true } }, '#/purpose/required'],
  ])('refuses %j', async (change, pointer) => {
    const refused = () => optins.create({ ...textOf('News'), ...change });
    expect(await refusalOf(refused())).toEqual([400, 'validation-failed']);
    expect(await pointersOf(refused())).toContain(pointer);
  });

  it.each([
    { name: { en_GB: 'a\u0000', __proto__: 'x' } },
    { name: ['en_GB'] },
    { name: { en_GB: 1 } },
    { purpose: null },
    { purpose: { name: 'a\u0000', can_be_updated: true, required: true } },
    { description: JSON.parse('{"en_GB":"x","__proto__":"y"}') as object },
    { description: JSON.parse('{"en_GB":"x","constructor":"y"}') as object },
  ])('takes or refuses an opt-in of %j', async (change) => {
    const outcome = await outcomeOf(optins.create({ ...textOf('News'), ...change }));
    expect(['200', '400,validation-failed']).toContain(outcome);
    await optins.retireAll();
  });

  it('lets row 16 ask for it unless `at_registration` is false; row 24 shows it in any case', async () => {
    const asked = await optins.define('Asked');
    const later = await optins.create({ ...textOf('Later'), at_registration: false });
    expect([asked, later]).toMatchObject([{ at_registration: true }, { at_registration: false }]);
    const who = world.begin();
    const idsFor = async (by: 'nonce' | 'token') => (await optins.asked(who, by)).map((each) => each.id);
    expect(await idsFor('nonce')).toContain(asked.id);
    expect(await idsFor('nonce')).not.toContain(later.id);
    expect(await idsFor('token')).toEqual(expect.arrayContaining([later.id, asked.id]));
    await optins.put(later.id, textOf('Later'));
    expect(await idsFor('nonce')).toContain(later.id);
  });

  it('asks for a required opt-in at registration', async () => {
    const contradiction = () => optins.create({ ...textOf('Terms', { required: true }), at_registration: false });
    expect((await refusalOf(contradiction()))[0]).toBe(400);
    expect(await pointersOf(contradiction())).toEqual(['#/at_registration']);
    expect((await refusalOf(optins.create({ ...textOf('Terms'), at_registration: 'no' })))[0]).toBe(400);
  });

  it('retires once and for all, and closes the step that the opt-in held open', async () => {
    const terms = await optins.define('Terms', { required: true });
    const who = world.begin();
    expect(await optins.isOpen(who)).toBe(true);
    expect(await optins.retire(terms.id)).toEqual({ deleted: true });
    const { retired_at, updated } = await optins.get(terms.id);
    expect(await optins.retire(terms.id)).toEqual({ deleted: true });
    expect(await optins.isOpen(who)).toBe(false);
    expect(await refusalOf(optins.put(terms.id, textOf('Terms')))).toEqual([409, 'optin-retired']);
    expect(retired_at).toEqual(expect.any(String));
    expect(await optins.get(terms.id)).toMatchObject({ retired_at, updated });
    expect(updated).toBe(terms.updated);
    expect(await refusalOf(optins.get('unknown'))).toEqual([404, 'optin-not-found']);
  });

  it('ends a page of the list where it would get too large', async () => {
    const long = { en_GB: 'x'.repeat(5_000), nl_NL: 'y'.repeat(5_000), de_DE: 'z'.repeat(5_000) };
    for (let i = 0; i < 30; i += 1) await optins.create({ ...textOf('Long'), description: long });
    const first = await world.bus.call(listOptins, {});
    expect(first.items.length).toBeLessThan(30);
    const items = [...first.items];
    for (let cursor = first.next; cursor !== null;) {
      const page = await world.bus.call(listOptins, { cursor });
      items.push(...page.items);
      cursor = page.next;
    }
    const ids = items.filter(({ name }) => name['en_GB'] === 'Long').map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  it('lists page by page, newest first', async () => {
    const [first, second] = [await optins.define('First'), await optins.define('Second')];
    const page = await world.bus.call(listOptins, { limit: 1 });
    expect(page).toEqual({ items: [second], next: second.id });
    expect((await world.bus.call(listOptins, { limit: 1, cursor: second.id })).items).toEqual([first]);
    expect(await refusalOf(world.bus.call(listOptins, { cursor: 'x' }))).toEqual([400, 'parameter-invalid']);
  });

  it('changes and retires an opt-in whose text another change replaces meanwhile', async () => {
    const { id } = await optins.define('News');
    const newText = async (session: QueryRunner) => {
      await session.query('SELECT 1 FROM optin WHERE id = $1 FOR UPDATE', [id]);
      await session.query(
        `INSERT INTO optin_text SELECT optin_id, version + 1, name, description, purpose FROM optin_text
          WHERE optin_id = $1 ORDER BY version DESC LIMIT 1`,
        [id],
      );
      await session.query('UPDATE optin SET text_version = text_version + 1 WHERE id = $1', [id]);
    };
    const put = await duringChange(world, newText, () => optins.put(id, textOf('Daily news')));
    expect(put).toMatchObject({ text_version: 3, name: { en_GB: 'Daily news' } });
    expect(await duringChange(world, newText, () => optins.retire(id))).toEqual({ deleted: true });
  });
});
