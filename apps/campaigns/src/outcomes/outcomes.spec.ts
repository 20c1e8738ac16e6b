import { outcomesOfEvents } from '@ces/contracts/campaigns/campaign-outcomes';
import { putCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { idsBefore, newId } from '@ces/messaging/storage/ids';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

describe('outcomes of events', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  const outcomes = (user_id: string, ...event_ids: string[]) =>
    service.bus.call(outcomesOfEvents, { user_id, event_ids });

  it('are stored in few words, and read with the present name of the campaign', async () => {
    const stack = await service.newStack();
    const campaign = {
      trigger: { event_name: 'renamed' },
      condition: 'event.amount > 0',
      effects: [{ type: 'transaction' as const, stack_id: stack.id, value: 'event.amount' }],
      caps: [{ scope: 'user' as const, window: { type: 'total' as const }, max: 1 }],
    };
    const { id } = await service.run(campaign);
    const user = newUser();
    const facts = [1, 0, 2].map((amount) => service.fact(user, 'renamed', { amount }));
    await service.submit(facts);
    const rows = await service.query('SELECT outcomes FROM event_outcome WHERE user_id = $1 ORDER BY event_id', [user]);
    const kept = { campaign_id: id, version: 1 };
    const capped = 'the user has reached the cap of 1';
    expect(rows).toEqual([
      { outcomes: [{ ...kept, matched: false, reason: 'condition' }] },
      { outcomes: [{ ...kept, matched: false, reason: 'caps', detail: capped }] },
    ]);
    await service.bus.call(putCampaign, { id, name: 'Another name', ...campaign });
    const read = { ...kept, name: 'Another name' };
    expect(await outcomes(user, ...facts.map((fact) => fact.id))).toEqual([
      [{ ...read, matched: true, reason: null, detail: null }],
      [{ ...read, matched: false, reason: 'condition', detail: 'the condition is false' }],
      [{ ...read, matched: false, reason: 'caps', detail: capped }],
    ]);
  });

  it('of those that gave something are read from the grants, for as long as outcomes are kept', async () => {
    const stack = await service.newStack();
    const [trigger, value] = [{ event_name: 'shared' }, 1];
    const effects = [{ type: 'transaction' as const, stack_id: stack.id, value }];
    const given = [{}, { condition: 'event.amount > 9' }, {}].map((more) => ({ trigger, effects, ...more }));
    const ids: string[] = [];
    for (const campaign of given) ids.push((await service.run(campaign)).id);
    const fact = service.fact(newUser(), 'shared', { amount: 1 });
    await service.submit([fact]);
    const shown = async () => (await service.outcomes(fact))?.map(({ campaign_id, matched }) => [campaign_id, matched]);
    const all = ids.map((id, place) => [id, place !== 1]);
    expect(await shown()).toEqual(all);
    // As the version before writes them.
    const stored = all.map(([campaign_id, matched]) => ({ campaign_id, version: 1, matched }));
    await service.query('UPDATE campaign_grant SET version = NULL WHERE event_id = $1', [fact.id]);
    await service.query('UPDATE event_outcome SET outcomes = $2 WHERE event_id = $1', [
      fact.id,
      JSON.stringify(stored),
    ]);
    expect(await shown()).toEqual(all);
    await service.query('DELETE FROM event_outcome WHERE event_id = $1', [fact.id]);
    await service.query(`UPDATE campaign_grant SET version = 1, occurred_at = '2026-01-01' WHERE event_id = $1`, [
      fact.id,
    ]);
    expect(await shown()).toEqual([]);
  });

  it('are unknown for events that wait, also for long, and for dead letters', async () => {
    const hour = 3_600_000;
    const [waiting, old, dead] = [30, 72, 73].map((hours) => idsBefore(Date.now() - hours * hour));
    if (!waiting || !old || !dead) throw new Error('three ids');
    await service.query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, 'campaigns', 's', $2, '{}', 'e', 6)`,
      [newId(), dead],
    );
    const user = newUser();
    expect(await outcomes(user, newId(), waiting, dead, old)).toEqual([null, null, null, []]);
    await service.query('INSERT INTO inbox (consumer, message_id) VALUES ($1, $2)', ['campaigns', waiting]);
    await service.query('DELETE FROM dead_letter');
    expect(await outcomes(user, waiting, dead)).toEqual([[], []]);
  });

  it('are unknown for events whose outcomes are dropped', async () => {
    const [older, kept] = [130, 80].map((days) => idsBefore(Date.now() - days * 86_400_000));
    expect(await outcomes(newUser(), older ?? '', kept ?? '', 'no id of ours')).toEqual([null, [], null]);
  });

  it('get a partition for each of the next months, and lose those older than the retention', async () => {
    const month = (ahead: number): string => {
      const now = new Date();
      const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
      return `event_outcome_${first.toISOString().slice(0, 7).replace('-', '_')}`;
    };
    await service.query(
      `CREATE TABLE event_outcome_2020_01 PARTITION OF event_outcome FOR VALUES FROM ('2020-01-01') TO ('2020-02-01')`,
    );
    await service.chore('arrange-outcome-partitions');
    const rows = await service.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'event_outcome'::regclass ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...[0, 1, 2].map(month), 'event_outcome_default']);
  });

  it('of an event are shown to its own user only', async () => {
    const stack = await service.newStack();
    await service.run({
      trigger: { event_name: 'own' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const fact = service.fact(newUser(), 'own');
    await service.submit([fact]);
    expect(await outcomes(newUser(), fact.id)).toEqual([[]]);
    expect(await outcomes(fact.payload.user_id, newId(), fact.id)).toMatchObject([null, [{ matched: true }]]);
  });

  it('come in the order of the events that are asked for, as many as fit into a reply, at least one', async () => {
    const user = newUser();
    const [small, large, larger, last] = [newId(), newId(), newId(), newId()];
    const insert = (id: string, bytes: number) =>
      service.query(
        `INSERT INTO event_outcome (event_id, user_id, occurred_at, trigger, outcomes) VALUES ($1, $2, now(), 't', $3)`,
        [
          ...[id, user],
          JSON.stringify([
            { campaign_id: newId(), version: 1, matched: false, reason: 'condition', detail: 'x'.repeat(bytes) },
          ]),
        ],
      );
    await insert(small, 1);
    await insert(large, 300_000);
    await insert(larger, 600_000);
    await insert(last, 1);
    const lengths = async (...ids: string[]) =>
      (await outcomes(user, ...ids)).map((some) => (some?.[0]?.detail ?? '').length);
    expect(await lengths(large, small, last)).toEqual([300_000, 1, 1]);
    expect(await lengths(small, large, larger, last)).toEqual([1, 300_000]);
    expect(await lengths(larger, small)).toEqual([600_000]);
  });

  it('of a campaign that is gone have no name', async () => {
    const [user, id] = [newUser(), newId()];
    await service.query(
      `INSERT INTO event_outcome (event_id, user_id, occurred_at, trigger, outcomes)
       VALUES ($1, $2, now(), 't', json_build_array(json_build_object('campaign_id', $1::uuid, 'version', 1, 'matched', true)))`,
      [id, user],
    );
    expect(await outcomes(user, id)).toMatchObject([[{ campaign_id: id, name: '', matched: true }]]);
  });
});
