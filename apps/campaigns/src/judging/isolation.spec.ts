import type { Campaign, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import type { WriteEffect } from '@ces/messaging/facts/on-fact';
import { Transactions } from '@ces/messaging/storage/transactions';
import { register } from 'prom-client';
import { CampaignsUnderTest, newUser, type Fact } from '../../test/run-campaigns.js';
import { JudgeService } from './judge.service.js';
import { occurrenceOfEvent } from './to-occurrence.js';

describe('a campaign beside others', () => {
  let service: CampaignsUnderTest;
  let effects: NewCampaign['effects'];

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    const stack = await service.newStack();
    effects = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
  });

  afterAll(() => service.stop());

  beforeEach(() => {
    service.questions.length = 0;
    service.mostAnswered = Number.POSITIVE_INFINITY;
  });

  const outcomesOf = async (fact: Fact): Promise<Outcome[]> => (await service.outcomes(fact)) ?? [];

  async function judged(eventName: string, data?: object): Promise<Outcome[]> {
    const fact = service.fact(newUser(), eventName, data);
    await service.submit([fact]);
    return outcomesOf(fact);
  }

  async function storeVersion({ id }: Campaign, version: number, document: object): Promise<void> {
    await service.query('INSERT INTO campaign_version VALUES ($1, $2, $3, 1, $4, now())', [
      id,
      version,
      JSON.stringify(document),
      JSON.stringify(service.schema),
    ]);
  }

  it('cannot be planned and says why, without harm to others', async () => {
    const trigger = { event_name: 'spoilt' };
    const broken = await service.run({ trigger, effects });
    const sound = await service.run({ trigger, effects });
    await storeVersion(broken, 2, { name: 'Broken', trigger, effects, condition: 'event.nowhere > 1' });
    await service.query('UPDATE campaign_run SET version = 2 WHERE campaign_id = $1', [broken.id]);
    await service.query('UPDATE campaign_epoch SET epoch = epoch + 1');
    const outcomes = await judged('spoilt');
    expect(outcomes.find(({ campaign_id }) => campaign_id === sound.id)).toMatchObject({ matched: true });
    expect(outcomes.find(({ campaign_id }) => campaign_id === broken.id)).toMatchObject({
      matched: false,
      reason: 'condition',
      detail: expect.stringContaining('cannot be judged: there is no property nowhere'),
    });
  });

  it('may have more versions than a cache would hold', async () => {
    const trigger = { event_name: 'restless' };
    const campaign = await service.run({ trigger, effects });
    await service.query(
      `INSERT INTO campaign_version SELECT $1, n, $2, 1, NULL, now() FROM generate_series(2, 6002) AS n`,
      [campaign.id, JSON.stringify({ name: 'Restless', trigger, effects })],
    );
    await service.query(
      `INSERT INTO campaign_run SELECT $1, n, now() - make_interval(secs => 7000 - n), now() - make_interval(secs => 6999 - n)
         FROM generate_series(2, 6002) AS n`,
      [campaign.id],
    );
    await service.query('UPDATE campaign_epoch SET epoch = epoch + 1');
    expect(await judged('restless')).toMatchObject([{ matched: true, version: 1 }]);
  });

  it('spends on an event no more than one budget of work, however many expressions it has', async () => {
    const work = 'event.tags.all(t, t != "")';
    const given = { trigger: { event_name: 'busy' }, effects: [{ ...effects[0], value: `${work} ? 1 : 2` }] };
    service.schema = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } };
    await service.run({ ...given, condition: work } as NewCampaign);
    service.schema = { type: 'object', properties: { amount: { type: 'integer' } } };
    const tags = (count: number) => ({ tags: Array.from({ length: count }, () => 'a') });
    expect(await judged('busy', tags(5_000))).toMatchObject([{ matched: true }]);
    expect(await judged('busy', tags(9_000))).toMatchObject([
      { reason: 'effects', detail: 'the value of the transaction: the condition takes too much work for this event' },
    ]);
  });

  it('grants nothing and counts nothing when the value of its transaction is 0', async () => {
    const caps: NewCampaign['caps'] = [{ scope: 'campaign', window: { type: 'total' }, max: 1 }];
    const [effect] = effects;
    await service.run({
      trigger: { event_name: 'zero' },
      effects: [{ ...effect, value: 'event.amount' } as NewCampaign['effects'][0]],
      caps,
    });
    expect(await judged('zero', { amount: 0 })).toMatchObject([{ matched: false, reason: 'effects' }]);
    expect(await judged('zero', { amount: 1 })).toMatchObject([{ matched: true }]);
  });

  it('holds no lock and no transaction while other services are asked', async () => {
    await service.run({ trigger: { event_name: 'asking' }, effects, audience: { include_segments: ['s1'] } });
    service.mostAnswered = 0;
    const fact = service.fact(newUser(), 'asking');
    await service.publish([fact]);
    await service.asked();
    const held = await service.query(
      `SELECT locktype FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database()
        WHERE relation = 'inbox'::regclass AND mode = 'RowExclusiveLock' OR locktype = 'advisory' AND objid = $1`,
      [0x6361_6d70],
    );
    expect(held).toEqual([]);
    service.mostAnswered = 1;
    await service.judged([fact]);
    expect(await outcomesOf(fact)).toMatchObject([{ reason: 'audience' }]);
  });

  it('may start while an event is judged: without questions it judges at once, else the fact is delivered again', async () => {
    const trigger = { event_name: 'meanwhile' };
    const runWith = async (more: object) => {
      const campaign = await service.run({ trigger, effects, ...more });
      await service.ran(campaign, 1, '2026-01-01T00:00:00Z', null);
      return campaign.id;
    };
    const asking = { audience: { exclude_segments: ['s1'] } };
    const fact = service.fact(newUser(), 'meanwhile');
    const { payload } = fact;
    const occurrence = occurrenceOfEvent({ messageId: payload.id, payload, call: { requestId: 'spec' } });
    const judge = (): Promise<WriteEffect> => service.app.get(JudgeService).judge([occurrence]);
    const finish = (act: WriteEffect): Promise<void> =>
      service.app.get(Transactions).run(() => act(new Set([payload.id])));
    const first = await runWith(asking);
    const tooEarly = await judge();
    const second = await runWith(asking);
    await expect(finish(tooEarly)).rejects.toMatchObject({ code: 'service-unavailable' });
    const prepared = await judge();
    const third = await runWith({});
    await finish(prepared);
    expect(service.questions).toHaveLength(2);
    const outcomes = await outcomesOf(fact);
    expect(outcomes.map(({ campaign_id, matched }) => [campaign_id, matched])).toEqual(
      [first, second, third].map((id) => [id, true]),
    );
  });

  it.each([
    ['that is over', { ends_at: '2020-01-01T00:00:00Z' }, 'schedule'],
    ['whose condition is false by the event alone', { condition: 'event.amount > 1' }, 'condition'],
  ])('%s asks no service about its audience', async (name, more, reason) => {
    const event_name = `quiet-${name.length}`;
    await service.run({ trigger: { event_name }, effects, audience: { include_segments: ['s1'] }, ...more });
    expect(await judged(event_name)).toMatchObject([{ matched: false, reason }]);
    expect(service.questions).toEqual([]);
  });

  it('knows the id of the user without asking identity', async () => {
    await service.run({ trigger: { event_name: 'by-id' }, effects, condition: 'user.id != ""' });
    expect(await judged('by-id')).toMatchObject([{ matched: true }]);
    expect(service.questions).toEqual([]);
  });

  it('neither judges nor asks about an erased user, whatever the event says', async () => {
    const condition = 'event.amount > 0 && user.active';
    await service.run({ trigger: { event_name: 'forgotten' }, effects, condition });
    const user = newUser();
    await service.query('INSERT INTO erased_user (user_hash) VALUES (sha256($1))', [Buffer.from(user)]);
    const [sound, broken] = [service.fact(user, 'forgotten'), service.fact(user, 'forgotten')];
    broken.payload.data = '{"amount":';
    await service.submit([sound, broken]);
    expect(service.questions).toEqual([]);
    expect(await Promise.all([sound, broken].map((fact) => service.outcomes(fact)))).toEqual([[], []]);
  });

  it('asks about half of the users when the answer for all is missing', async () => {
    await service.run({ trigger: { event_name: 'crowd' }, effects, audience: { include_segments: ['s1'] } });
    service.mostAnswered = 30;
    // Facts of one partition arrive in one set.
    const users = Array.from({ length: 3_000 }, newUser);
    const [company = []] = Map.groupBy(users, (user) => service.partitionOf(user)).values();
    const facts = company.slice(0, 50).map((user) => service.fact(user, 'crowd'));
    for (const { payload } of facts) service.segments.set(payload.user_id, ['s1']);
    await service.submit(facts);
    expect(service.questions.map(({ users: count }) => count)).toEqual([50, 25, 25]);
    expect(await Promise.all(facts.slice(-1).map(outcomesOf))).toMatchObject([[{ matched: true }]]);
  });

  it('shows how far behind judging is', async () => {
    const old = service.fact(newUser(), 'late', {}, new Date(Date.now() - 20 * 3_600_000));
    await service.submit([old]);
    const payload = await register.metrics();
    expect(Number(/^campaigns_judging_lag_seconds (\S+)$/m.exec(payload)?.[1])).toBeGreaterThan(19 * 3_600);
  });
});
