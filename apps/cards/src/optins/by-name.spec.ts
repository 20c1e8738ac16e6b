import {
  getCardDefinitionByKey,
  getOptinByKey,
  putCardDefinitionByKey,
  putOptinByKey,
} from '@ces/contracts/cards/by-name';
import { getOptin, retireOptin } from '@ces/contracts/cards/optins';
import { randomUUID } from 'node:crypto';
import { CardsWorld, refusalOf } from '../../test/cards-world.js';

describe('by name', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  const newKey = () => `spec-${randomUUID()}`;
  const idOf = (answer: object) => (answer as { id: string }).id;
  const putOptin = (key: string, text: string, more: object = {}) =>
    world.bus.call(putOptinByKey, {
      ...{ key, name: { en_GB: 'News', nl_NL: 'Nieuws' }, description: { en_GB: text } },
      purpose: { name: 'marketing', can_be_updated: true, required: false },
      ...more,
    });

  it('an opt-in gets another version of its text by another text only', async () => {
    const key = newKey();
    const made = await putOptin(key, 'May we?');
    expect(made).toMatchObject({ status: 'created', key, text_version: 1 });
    const name = { nl_NL: 'Nieuws', en_GB: 'News' };
    expect(await putOptin(key, 'May we?', { name })).toEqual({ ...made, status: 'unchanged' });
    const differences = [{ pointer: '#/description/en_GB', before: 'May we?', after: 'Please?' }];
    expect(await putOptin(key, 'Please?', { dry_run: true })).toEqual({
      id: idOf(made),
      key,
      status: 'updated',
      differences,
    });
    expect(await putOptin(key, 'Please?')).toMatchObject({ id: idOf(made), status: 'updated', text_version: 2 });
    expect(await world.bus.call(getOptinByKey, { key })).toMatchObject({ id: idOf(made), text_version: 2 });
  });

  it('a retired opt-in leaves its key to a new one, and cannot be adopted', async () => {
    const key = newKey();
    const id = idOf(await putOptin(key, 'May we?'));
    await world.bus.call(retireOptin, { id });
    expect(await world.bus.call(getOptin, { id })).toMatchObject({ key: null });
    expect(await refusalOf(world.bus.call(getOptinByKey, { key }))).toEqual([404, 'optin-not-found']);
    const next = await putOptin(key, 'May we?');
    expect(next).toMatchObject({ status: 'created', key });
    expect(idOf(next)).not.toBe(id);
    expect(await refusalOf(putOptin(newKey(), 'May we?', { adopt: id }))).toEqual([409, 'optin-retired']);
  });

  it('a card definition is replaced with its tiers, also when it is adopted by its name', async () => {
    const name = randomUUID();
    const put = (key: string, more: object = {}) => world.bus.call(putCardDefinitionByKey, { key, name, ...more });
    const key = newKey();
    const made = await put(key, { tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    expect(made).toMatchObject({ status: 'created', tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    expect(await put(key)).toEqual({ ...made, status: 'unchanged' });
    expect(await put(key, { tiers: [{ name: 'Gold' }], dry_run: true })).toMatchObject({ status: 'updated' });
    expect(await put(key, { tiers: [{ name: 'Gold' }] })).toMatchObject({
      status: 'updated',
      tiers: [{ name: 'Gold' }],
    });
    expect(await refusalOf(put(newKey()))).toEqual([409, 'card-definition-conflict']);
    const next = newKey();
    expect(await put(next, { adopt: name })).toMatchObject({ id: idOf(made), key: next, status: 'updated' });
    expect(await world.bus.call(getCardDefinitionByKey, { key: next })).toMatchObject({ name, key: next });
  });
});
