import { beginBacktest, cancelBacktest, getBacktest, type Backtest } from '@ces/contracts/campaigns/backtests';
import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { statsOfCampaign } from '@ces/contracts/campaigns/campaign-stats';
import { pastEvents, type PastEvent } from '@ces/contracts/events/past-events';
import { fenced } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { lostFence } from '@ces/testing/lost-fence';
import { standIn } from '@ces/testing/services/stand-in';
import { randomUUID } from 'node:crypto';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser, type Fact } from '../../test/run-campaigns.js';
import { RunBacktestsService } from './run-backtests.service.js';

const pageSize = 3;
const tables = [
  'campaign',
  'campaign_counter',
  'campaign_grant',
  'event_outcome',
  'coupon_slip',
  'ledger',
  'outbox',
  'inbox',
];

describe('a backtest', () => {
  let service: CampaignsUnderTest;
  let log: PastEvent[] = [];
  const asked: string[] = [];
  let leaveEvents: () => void;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    // The spec runs the chores itself.
    Object.assign(service.app.get(Chores), { wake: () => undefined });
    leaveEvents = await answerForEvents();
  });

  afterAll(() => service.stop());

  const answerForEvents = () =>
    standIn(service.app, pastEvents, ({ after, event_name }) => {
      asked.push(event_name);
      const from = Number(after ?? 0);
      const events = log.slice(from, from + pageSize);
      const next = from + pageSize < log.length ? String(from + pageSize) : null;
      return { events, next, at: events.at(-1)?.received_at ?? new Date().toISOString() };
    });
  const toPast = ({ payload: { id, user_id, received_at, data } }: Fact): PastEvent => ({
    id,
    user_id,
    received_at,
    data,
  });
  const begin = (campaign: NewCampaign, since = '2026-01-01T00:00:00Z') =>
    service.bus.call(beginBacktest, { campaign, since });
  const read = (id: string): Promise<Backtest> => service.bus.call(getBacktest, { id });
  const rows = async () => {
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = (await service.query(`SELECT FROM ${table}`)).length;
    return counts;
  };

  async function campaignOf(event_name: string, more: Partial<NewCampaign> = {}): Promise<NewCampaign> {
    const [stack, coupon] = [await service.newStack(), await service.newCoupon(50)];
    return {
      name: 'Tried out',
      trigger: { event_name },
      condition: 'event.amount > 0',
      effects: [
        { type: 'claim_coupon', coupon_id: coupon.id },
        { type: 'transaction', stack_id: stack.id, value: 'event.amount' },
      ],
      ...more,
    };
  }

  it('counts what live judging of the same events counts, by caps and budgets of its own, and changes nothing', async () => {
    const segment = randomUUID();
    const campaign = await campaignOf('tried', {
      audience: { exclude_segments: [segment] },
      caps: [
        { scope: 'user', window: { type: 'calendar', unit: 'day', timezone: 'UTC' }, max: 2 },
        { scope: 'user', window: { type: 'rolling', seconds: 600 }, max: 1 },
        { scope: 'campaign', window: { type: 'total' }, max: 6 },
      ],
      budget: { points: 30 },
    });
    const [anna, ben, excluded] = [newUser(), newUser(), newUser()];
    service.segments.set(excluded, [segment]);
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 9, minute));
    const facts = [
      ...[0, 5, 20, 40].map((minute) => service.fact(anna, 'tried', { amount: 5 }, at(minute))),
      service.fact(ben, 'tried', { amount: 0 }, at(41)),
      service.fact(excluded, 'tried', { amount: 1 }, at(42)),
      ...[43, 44].map((minute) => service.fact(ben, 'tried', { amount: 25 - minute / 43 }, at(minute))),
      ...[50, 51, 52, 53, 54].map((minute) => service.fact(newUser(), 'tried', { amount: 4 }, at(minute))),
    ];
    const live = await service.run(campaign);
    await service.ran(live, 1, '2026-01-01T00:00:00Z', null);
    for (const fact of facts) await service.submit([fact]);
    const [stats] = (await service.bus.call(statsOfCampaign, { id: live.id })).items;
    expect(Object.keys(stats?.refused ?? {}).sort()).toEqual(expect.arrayContaining(['audience', 'caps', 'condition']));
    log = facts.map(toPast);
    const before = await rows();
    const schedule = { starts_at: '2030-01-01T00:00:00Z', ends_at: '2031-01-01T00:00:00Z' };
    const { id } = await begin({ ...campaign, ...schedule });
    expect(await read(id)).toMatchObject({ state: 'waiting', progress: 0, judged: 0, refused: {} });
    const running = service.app.get(RunBacktestsService);
    await running.run();
    expect(await read(id)).toMatchObject({ state: 'running', judged: pageSize, finished_at: null });
    // Two replicas at once, as after a lost election: each page counts once.
    const both = async () => {
      while ((await running.run()) === 'more');
    };
    await Promise.all([both(), both()]);
    const { at: day, ...counts } = stats ?? { at: '' };
    expect(day).toBe('2026-03-01T00:00:00.000Z');
    expect(await read(id)).toMatchObject({ state: 'finished', progress: 1, ...counts });
    expect(new Set(asked)).toEqual(new Set(['tried']));
    await service.chore('purge-backtests');
    expect(await rows()).toEqual(before);
    for (const table of ['backtest_counter', 'backtest_grant']) {
      expect(await service.query(`SELECT FROM ${table}`)).toEqual([]);
    }
  });

  it('ends as failed at an event that cannot be judged, and holds up no other', async () => {
    const events = Array.from({ length: 5 }, () => toPast(service.fact(newUser(), 'kept', { amount: 1 })));
    log = events.map((event, index) => (index === 4 ? { ...event, data: 'no JSON' } : event));
    const broken = await begin(await campaignOf('kept', { budget: { coupons: 2 } }));
    await service.chore('run-backtests');
    expect(await read(broken.id)).toMatchObject({
      ...{ state: 'failed', judged: 3, granted: 2, refused: { budget: 1 } },
      obstacle: 'It failed on our side; the log says why.',
    });
    log = events;
    const next = await begin(await campaignOf('kept', { budget: { coupons: 4 } }));
    await service.chore('run-backtests');
    expect(await read(next.id)).toMatchObject({ state: 'finished', judged: 5, matched: 5, granted: 4, coupons: 4 });
  });

  it('waits for a service that is away, says so, and lets others go first', async () => {
    log = Array.from({ length: 4 }, () => toPast(service.fact(newUser(), 'away', { amount: 1 })));
    const first = await begin(await campaignOf('away'));
    leaveEvents();
    const obstacle = 'The events service does not answer.';
    await eventually(async () => {
      await service.chore('run-backtests');
      expect(await read(first.id)).toMatchObject({ state: 'waiting', obstacle, finished_at: null });
    });
    await service.query(`UPDATE backtest SET try_at = 'infinity' WHERE id = $1`, [first.id]);
    leaveEvents = await answerForEvents();
    const second = await begin(await campaignOf('away'));
    const finished = (id: string) =>
      eventually(async () => {
        await service.chore('run-backtests');
        expect(await read(id)).toMatchObject({ state: 'finished', judged: 4, obstacle: null });
      });
    await finished(second.id);
    expect(await read(first.id)).toMatchObject({ state: 'waiting', obstacle });
    await service.query(`UPDATE backtest SET try_at = now() WHERE id = $1`, [first.id]);
    await finished(first.id);
  });

  it('goes on elsewhere when its replica has lost the election meanwhile', async () => {
    log = Array.from({ length: 2 }, () => toPast(service.fact(newUser(), 'lost', { amount: 1 })));
    const { id } = await begin(await campaignOf('lost'));
    expect(await fenced(lostFence(service.app), () => service.app.get(RunBacktestsService).run())).toBe('done');
    expect(await read(id)).toMatchObject({ state: 'waiting', judged: 0, obstacle: null });
    await service.chore('run-backtests');
    expect(await read(id)).toMatchObject({ state: 'finished', judged: 2 });
  });

  it('judges the past events of an event that is retired', async () => {
    log = [toPast(service.fact(newUser(), 'retired', { amount: 1 }))];
    const { id } = await begin(await campaignOf('retired'));
    await service.chore('run-backtests');
    expect(await read(id)).toMatchObject({ state: 'finished', granted: 1 });
  });

  it('is cancelled with the counts that it has, and begun only while fewer than twenty have not ended', async () => {
    log = Array.from({ length: 5 }, () => toPast(service.fact(newUser(), 'long', { amount: 1 })));
    const campaign = await campaignOf('long');
    const { id } = await begin(campaign);
    await service.app.get(RunBacktestsService).run();
    const cancelled = await service.bus.call(cancelBacktest, { id });
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      judged: pageSize,
      finished_at: expect.any(String) as string,
    });
    await service.chore('run-backtests');
    expect(await service.bus.call(cancelBacktest, { id })).toEqual(cancelled);
    const filling = `INSERT INTO backtest (id, document, since, until, read_until, try_at)
      SELECT gen_random_uuid(), '{}', now(), now(), now(), 'infinity' FROM generate_series(1, 20)`;
    await service.query(filling);
    expect(await problemOf(begin(campaign))).toEqual({ status: 503, code: 'service-unavailable' });
    await service.query(`DELETE FROM backtest WHERE try_at = 'infinity'`);
  });

  it('is refused with the places of all faults, for facts of services, and for the future', async () => {
    const campaign = await campaignOf('refused', { condition: 'event.amuont > 1' });
    expect(await refusalOf(begin(campaign))).toEqual({
      ...{ status: 422, code: 'campaign-refused' },
      pointers: ['#/campaign/condition'],
    });
    const ofFact = await campaignOf('refused', { trigger: { lifecycle: 'user-activated' } });
    expect((await refusalOf(begin(ofFact))).pointers).toEqual(['#/campaign/trigger/lifecycle']);
    const future = begin(await campaignOf('refused'), new Date(Date.now() + 60_000).toISOString());
    expect(await refusalOf(future)).toMatchObject({ status: 400, pointers: ['#/since'] });
    for (const id of [randomUUID(), 'x']) {
      const missing = { status: 404, code: 'backtest-not-found' };
      expect(await problemOf(read(id))).toEqual(missing);
      expect(await problemOf(service.bus.call(cancelBacktest, { id }))).toEqual(missing);
    }
  });
});
