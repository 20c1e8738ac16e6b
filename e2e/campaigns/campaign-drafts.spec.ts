import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { CampaignValidation } from '@ces/contracts/campaigns/campaign-drafts';
import { randomUUID } from 'node:crypto';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

const path = '/api/1/admin/campaigns';

describe('drafts of campaigns, over HTTP', () => {
  let platform: Platform;
  let world: CampaignWorld;
  let campaign: object;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new CampaignWorld(platform);
    const [event, stack] = [await world.newEvent(), await world.newStack()];
    const effects = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
    campaign = { name: 'Spec', trigger: { event_name: event }, effects };
  }, 90_000);

  afterAll(() => platform.stop());

  const validate = (body: object | string) => platform.api.post(`${path}:validate`, body);

  it('are validated: faults of the shape and of the meaning come in the same list', async () => {
    expect(await validate(campaign)).toMatchObject({ status: 200, body: { valid: true, errors: [] } });
    const segment = randomUUID();
    expect(
      await validate({ ...campaign, condition: 'event.amuont > 1', audience: { exclude_segments: [segment] } }),
    ).toMatchObject({
      status: 200,
      body: { valid: false, errors: [{ pointer: '#/condition' }, { pointer: '#/audience/exclude_segments/0' }] },
    });
    expect(await validate({ ...campaign, colour: 'red', caps: null })).toMatchObject({
      status: 200,
      body: {
        valid: false,
        errors: expect.arrayContaining([expect.objectContaining({ pointer: '#/colour' })]) as object,
      },
    });
    const misshapen = {
      ...campaign,
      name: '',
      colour: 'red',
      'a/b': 1,
      ä: 1,
      budget: [],
      condition: 'event.amuont > 1',
    };
    const { errors } = (await validate(misshapen)).body as CampaignValidation;
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(
      ['#/%C3%A4', '#/a~1b', '#/budget', '#/colour', '#/condition', '#/name'].sort(),
    );
    for (const body of ['[]', '"x"', 'null', '{}', '{"name":5}'])
      expect(await validate(body)).toMatchObject({ status: 200, body: { valid: false } });
    expect(problem(await platform.api.post(`${path}:validate`))).toEqual({ status: 400, code: 'malformed-json' });
  });

  it('are copies of campaigns, show their versions, and are deleted', async () => {
    const original = (await world.draft(campaign)).body as Campaign;
    const copied = await platform.api.post(`${path}/${original.id}:clone`);
    const copy = copied.body as Campaign;
    expect(copied).toMatchObject({ status: 201, body: { name: 'Spec (copy)', state: 'draft' } });
    expect(copied.headers.get('Location')).toBe(`${platform.url}${path}/${copy.id}`);
    const named = await platform.api.post(`${path}/${original.id}:clone`, { name: 'Mine' });
    expect(named).toMatchObject({ status: 201, body: { name: 'Mine' } });
    expect(problem(await platform.api.post(`${path}/${original.id}:clone`, { state: 'running' }))).toMatchObject({
      status: 400,
    });
    await platform.api.put(`${path}/${copy.id}`, { ...campaign, name: 'Renamed' });
    const versions = await platform.api.get(`${path}/${copy.id}/versions?limit=1`);
    expect(versions).toMatchObject({ status: 200, body: [{ version: 2, changed: ['#/name'], runs: [] }] });
    expect(versions.headers.get('Link')).toContain('cursor=');
    expect(await platform.api.send('DELETE', `${path}/${copy.id}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect(problem(await platform.api.get(`${path}/${copy.id}`))).toEqual({ status: 404, code: 'campaign-not-found' });
    await world.act(original.id, 'start');
    const refused = await platform.api.send('DELETE', `${path}/${original.id}`);
    expect(problem(refused)).toEqual({ status: 409, code: 'campaign-state-conflict' });
    await world.act(original.id, 'end');
  });
});
