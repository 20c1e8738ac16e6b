import { letDefinitionGo, useDefinition } from '@ces/contracts/events/definition-use';
import { Chores } from '@ces/service/chores/chores';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { EventWorld } from '../../test/event-world.js';

describe('the use of event definitions by campaigns', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
  });

  afterAll(() => world.stop());

  const use = (campaign_id: string, event_name: string, version = 1) =>
    world.service.bus.call(useDefinition, {
      campaign_id,
      name: `Campaign ${campaign_id}`,
      event_name,
      version,
      properties: [{ path: ['amount'], type: 'int' }],
    });
  const letGo = (campaign_id: string, except?: string) =>
    world.service.bus.call(letDefinitionGo, { campaign_id, ...(except === undefined ? {} : { except }) });
  const withoutAmount = { properties: {}, required: [], additionalProperties: false };

  it('refuses a change that drops a property or its type, with its pointer and the campaigns', async () => {
    await world.define('used');
    await use('c1', 'used');
    const refused = {
      code: 'event-definition-in-use',
      extras: {
        errors: [{ pointer: '#/properties/amount', code: 'in-use' }],
        members: { usages: [{ campaign_id: 'c1', name: 'Campaign c1' }] },
      },
    };
    await expect(world.define('used', withoutAmount)).rejects.toMatchObject(refused);
    await expect(world.define('used', { properties: { amount: { type: 'string' } } })).rejects.toMatchObject(refused);
    expect(await world.define('used', { title: 'other' })).toMatchObject({ status: 'updated' });
  });

  it('ends when the campaign lets go, except of the event that it still reads', async () => {
    await world.define('kept');
    await world.define('freed');
    await use('c2', 'kept');
    await use('c2', 'freed');
    await letGo('c2', 'kept');
    expect(await world.define('freed', withoutAmount)).toMatchObject({ status: 'updated' });
    await expect(world.define('kept', withoutAmount)).rejects.toMatchObject({ code: 'event-definition-in-use' });
    await letGo('c2');
    expect(await world.define('kept', withoutAmount)).toMatchObject({ status: 'updated' });
  });

  it('refuses to retire the event until the campaign lets go, and is refused afterwards', async () => {
    await world.define('relied-on');
    await use('c9', 'relied-on');
    await expect(world.retire('relied-on')).rejects.toMatchObject({
      code: 'event-definition-in-use',
      extras: { members: { usages: [{ campaign_id: 'c9', name: 'Campaign c9' }] } },
    });
    await letGo('c9');
    await world.retire('relied-on');
    await expect(use('c9', 'relied-on')).rejects.toMatchObject({ code: 'event-retired' });
  });

  it('is recorded only for the newest version, which is the answer', async () => {
    await world.define('newer');
    await world.define('newer', { title: 'second' });
    expect(await use('c3', 'newer', 1)).toEqual({ version: 2 });
    expect(await world.define('newer', withoutAmount)).toMatchObject({ status: 'updated' });
  });

  it('refuses an event that is not defined', async () => {
    for (const name of ['never-defined', 'No Name'])
      await expect(use('c4', name)).rejects.toMatchObject({ code: 'event-not-defined' });
  });

  it('names every property that a change drops, also within lists, and every campaign that reads one', async () => {
    const item = { type: 'object', properties: { 'a/b': { type: 'string' } } };
    await world.define('deep', { properties: { list: { type: 'array', items: item }, amount: { type: 'integer' } } });
    const read = (campaign_id: string, ...properties: { path: string[]; type: string }[]) =>
      world.service.bus.call(useDefinition, {
        campaign_id,
        name: campaign_id,
        event_name: 'deep',
        version: 1,
        properties,
      });
    const [name, amount] = [
      { path: ['list', '*', 'a/b'], type: 'string' },
      { path: ['amount'], type: 'int' },
    ];
    await read('d2', name, amount);
    await read('d1', amount);
    await read('d3', { path: ['list'], type: 'list' });
    const dropped = world.define('deep', {
      properties: { list: { type: 'array', items: {} } },
      additionalProperties: false,
      required: [],
    });
    await expect(dropped).rejects.toMatchObject({
      detail: 'These campaigns read what the new definition lacks: "d1", "d2".',
      extras: {
        errors: [
          { pointer: '#/properties/amount' },
          { pointer: '#/properties/list/items/properties/a~1b', detail: 'must stay, with the type string' },
          { pointer: '#/properties/amount' },
        ],
        members: { usages: [{ campaign_id: 'd1' }, { campaign_id: 'd2' }] },
      },
    });
  });

  it('is replaced by a later use of the same campaign, and revived after it was let go', async () => {
    await world.define('revived');
    await use('c5', 'revived');
    await letGo('c5');
    await use('c5', 'revived');
    await expect(world.define('revived', withoutAmount)).rejects.toMatchObject({ code: 'event-definition-in-use' });
    const less = { campaign_id: 'c5', name: 'Less', event_name: 'revived', version: 1, properties: [] };
    await world.service.bus.call(useDefinition, less);
    expect(await world.define('revived', withoutAmount)).toMatchObject({ status: 'updated' });
    expect(await world.sql(`SELECT name FROM definition_use WHERE campaign_id = 'c5'`)).toEqual([{ name: 'Less' }]);
  });

  it('keeps the time at which it was let go first, and is deleted a day later', async () => {
    await world.define('purged');
    const names = () => world.sql(`SELECT event_name FROM definition_use WHERE campaign_id = 'c6'`);
    await use('c6', 'purged');
    await letGo('c6');
    await world.sql(`UPDATE definition_use SET let_go_at = now() - interval '23 hours' WHERE campaign_id = 'c6'`);
    await letGo('c6');
    await world.service.app.get(Chores).runNow('purge-definition-uses');
    expect(await names()).toHaveLength(1);
    await world.sql(`UPDATE definition_use SET let_go_at = let_go_at - interval '61 minutes' WHERE campaign_id = 'c6'`);
    await world.service.app.get(Chores).runNow('purge-definition-uses');
    expect(await names()).toEqual([]);
    expect(await world.sql('SELECT FROM definition_use WHERE let_go_at IS NULL')).not.toEqual([]);
  });

  it('waits while the definition is being changed, and then knows the newest version', async () => {
    await world.define('locked');
    const answer = await world.service.app.get(DataSource).transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', ['locked']);
      await tx.query(
        `INSERT INTO event_definition (name, version, definition) SELECT name, 2, definition FROM event_definition WHERE name = 'locked'`,
      );
      const registered = use('c7', 'locked');
      await untilBlocked(world.service);
      return { registered };
    });
    expect(await answer.registered).toEqual({ version: 2 });
    expect(await world.sql(`SELECT FROM definition_use WHERE campaign_id = 'c7'`)).toEqual([]);
  });
});
