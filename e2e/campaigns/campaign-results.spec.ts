import type { Backtest, BegunBacktest } from '@ces/contracts/campaigns/backtests';
import { eventually } from '@ces/testing/eventually';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

const path = '/api/1/admin/campaigns';

describe('results of campaigns, over HTTP', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  it('are counted by hour and by day', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const { id } = await world.run({
      trigger: { event_name: event },
      condition: 'event.amount > 1',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 5 }],
    });
    for (const amount of [1, 2]) await world.judged(user, event, { amount });
    const counts = { judged: 2, matched: 1, granted: 1, refused: { condition: 1 }, units: 5, coupons: 0, points: 5 };
    expect(await platform.api.get(`${path}/${id}/stats?bucket=day`)).toMatchObject({ status: 200, body: [counts] });
    const [all] = (await platform.api.get(`${path}:stats?limit=1`)).body as { granted: number }[];
    expect(all?.granted).toBeGreaterThanOrEqual(1);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect(await platform.api.get(`${path}/${id}/stats?bucket=hour&since=${later}`)).toMatchObject({ body: [] });
    expect(problem(await platform.api.get(`${path}/${id}/stats?bucket=week`))).toEqual({
      status: 400,
      code: 'parameter-invalid',
    });
    await world.act(id, 'end');
  });

  it('are foretold by a backtest over events that were received, which changes nothing', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    for (const amount of [1, 2, 3]) await world.send(user, event, { amount });
    const campaign = {
      name: 'Tried out',
      trigger: { event_name: event },
      condition: 'event.amount > 1',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount' }],
      caps: [{ scope: 'user', window: { type: 'total' }, max: 1 }],
    };
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const begun = await platform.api.post(`${path}:backtest`, { campaign, since });
    expect(begun.status).toBe(202);
    const { id } = begun.body as BegunBacktest;
    await eventually(async () => {
      expect((await platform.api.get(`${path}/backtests/${id}`)).body as Backtest).toMatchObject({
        ...{ state: 'finished', progress: 1, judged: 3, matched: 2, granted: 1 },
        ...{ refused: { condition: 1, caps: 1 }, units: 2, coupons: 0, points: 2 },
      });
    }, 30_000);
    expect(await platform.api.post(`${path}/backtests/${id}:cancel`)).toMatchObject({
      status: 200,
      body: { state: 'finished', obstacle: null },
    });
    expect(await world.balances(user)).toEqual([]);
    const faulty = await platform.api.post(`${path}:backtest`, { campaign: { ...campaign, effects: [] }, since });
    expect(problem(faulty)).toEqual({ status: 400, code: 'validation-failed' });
    expect(problem(await platform.api.get(`${path}/backtests/${stack.id}`))).toEqual({
      status: 404,
      code: 'backtest-not-found',
    });
  });
});
