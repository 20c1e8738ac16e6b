import { letDefinitionGo, useDefinition } from '@ces/contracts/events/definition-use';
import { EventWorld } from '../../test/event-world.js';

describe('the use of event definitions by campaigns', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
  }, 60_000);

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
});
