import { catchLogs, type CaughtLogs } from '@ces/testing/catch-logs';
import { idsBefore } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { register } from 'prom-client';
import { DataSource } from 'typeorm';
import { PublishedEvents } from '../../test/published-events.js';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';
import { closedHours, nameOf } from './closed-hours.js';
import type { Difference } from './difference.js';
import { reconcile } from './reconcile.js';
import { ReconcileAll } from './reconcile-all.service.js';
import { ReconciliationRuns } from './runs/reconciliation-runs.service.js';
import { ReconciliationService } from './reconciliation.service.js';

const subject = 'event-log.accepted';
const pair = { subject, publisher: 'events', reader: 'campaigns' };

describe('reconciliation', () => {
  let service: CampaignsUnderTest;
  let events: PublishedEvents;
  let logs: CaughtLogs;
  let hour: { from: number; until: number };

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    events = await PublishedEvents.beside(service);
    // The consumers of campaigns exist from now on.
    await service.submit([service.fact(newUser(), 'first')]);
    logs = catchLogs();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    // An hour in the middle stays closed and remembered while the spec runs.
    hour = closedHours(Date.now()).at(10) ?? { from: 0, until: 0 };
    events.forgetAll();
    events.waiting = 0;
    await service.query('DELETE FROM inbox WHERE message_id < $1', [idsBefore(hour.until)]);
    for (const table of ['campaign_grant', 'ledger']) await service.query(`DELETE FROM ${table}`);
    await round();
  });

  const moment = (): Date => new Date(hour.from + 1_000 + Math.floor(Math.random() * 3_500_000));
  const newIds = (count: number): string[] =>
    Array.from({ length: count }, () => idsBefore(moment().getTime()).slice(0, 15) + randomUUID().slice(15));
  const handle = (ids: string[]) =>
    service.query(
      `INSERT INTO inbox (consumer, message_id) SELECT 'campaigns-event-log-accepted', unnest($1::uuid[])`,
      [ids],
    );
  const compare = () => service.app.get(ReconcileAll).run('compare');
  const turn = (stop = new AbortController().signal, now = Date.now()) =>
    service.app.get(ReconciliationService).reconcileNextAt(now, stop);
  const round = async (stop?: AbortSignal) => {
    for (let each = 0; each < 24; each += 1) await turn(stop);
  };
  const sumOf = async (name: string, label: string, wanted: string): Promise<number> => {
    const { values } = (await register.getSingleMetric(name)?.get()) ?? { values: [] };
    return values.filter(({ labels }) => labels[label] === wanted).reduce((sum, { value }) => sum + value, 0);
  };
  const metric = (kind: string) => sumOf('ces_reconcile_differences', 'kind', kind);
  const hoursNotCompared = (name: string) => sumOf('ces_reconcile_hours_not_compared', 'service', name);
  const difference = (kind: Difference['kind'], ids: string[]) => ({
    ...pair,
    kind,
    hour,
    ids: ids.sort(),
    count: ids.length,
  });

  it('names what is missing on either side, by hour', async () => {
    const [both, lost, unknown] = [newIds(20), newIds(3), newIds(2)];
    await events.add([...both, ...lost]);
    await handle([...both, ...unknown]);
    expect(await compare()).toMatchObject({
      differences: [difference('unhandled', lost), { ...difference('unpublished', unknown), granted: 0 }],
      underWay: 0,
      silent: [],
    });
  });

  it('finds the lost ones among more facts than fit into a reply', async () => {
    const ids = newIds(12_000);
    const lost = ids.slice(0, 3);
    await events.add(ids);
    await handle(ids.slice(3));
    expect((await compare()).differences).toEqual([difference('unhandled', lost)]);
  });

  it('finds no difference in facts that were deleted with their user, handled or not', async () => {
    const ids = newIds(4);
    await events.add(ids);
    for (const id of ids.slice(0, 3)) events.erased.add(id);
    await handle(ids.slice(2));
    expect((await compare()).differences).toEqual([]);
  });

  it('takes dead letters, also dropped ones, as handled', async () => {
    const ids = newIds(2);
    await events.add(ids);
    await handle(ids.slice(1));
    await service.query(`INSERT INTO dead_letter VALUES ($1, 'campaigns-event-log-accepted', 's', $1, '{}', 'e', 6)`, [
      ids[0],
    ]);
    expect((await compare()).differences).toEqual([]);
    await service.query('DELETE FROM dead_letter');
  });

  it('counts nothing that waits to be published or read', async () => {
    const ids = newIds(3);
    await events.add(ids);
    events.waiting = 3;
    await round();
    expect(await metric('unhandled')).toBe(0);
    events.waiting = 0;
    const facts = ids.map((id) => {
      const fact = service.fact(newUser(), 'late', {}, moment());
      return { id, payload: { ...fact.payload, id } };
    });
    const held = service.app.get(DataSource).createQueryRunner();
    await held.startTransaction();
    await held.query('LOCK TABLE inbox IN SHARE MODE');
    await service.publish(facts);
    await round();
    expect(await metric('unhandled')).toBe(0);
    await held.commitTransaction();
    await held.release();
    await service.judged(facts);
    await round();
    expect(await metric('unhandled')).toBe(0);
  }, 120_000);

  it('is a metric and an error in the log until it is mended, on the replica that runs the chores', async () => {
    const ids = newIds(2);
    await events.add(ids);
    const elected = new AbortController();
    await round(elected.signal);
    expect(await metric('unhandled')).toBe(2);
    await round(elected.signal);
    const told = logs.errors.filter(([about]) => (about as Difference).ids.includes(ids[0] ?? ''));
    expect(told).toEqual([
      [
        {
          ...{ kind: 'unhandled', fact: subject, publisher: 'events', reader: 'campaigns' },
          hour: nameOf(hour),
          count: 2,
          ids: ids.sort(),
        },
        expect.stringContaining('docs/runbooks/restore.md'),
        'Reconciliation',
      ],
    ]);
    await handle(ids);
    await round(elected.signal);
    expect(await metric('unhandled')).toBe(0);
    await service.query('DELETE FROM inbox WHERE message_id = ANY ($1)', [ids]);
    await round(elected.signal);
    expect(await metric('unhandled')).toBe(2);
    elected.abort();
    expect(await metric('unhandled')).toBe(0);
  }, 120_000);

  it('tells nothing from the moment on at which another replica runs the chores, even during a run', async () => {
    await events.add(newIds(2));
    const elected = new AbortController();
    events.idsAsked = () => {
      elected.abort();
    };
    await round(elected.signal);
    expect([await metric('unhandled'), await hoursNotCompared('events')]).toEqual([0, 0]);
    await round();
    expect(await metric('unhandled')).toBe(2);
  }, 120_000);

  it('counts the hours in which facts wait for long', async () => {
    await events.add(newIds(1));
    events.waiting = 1;
    await round();
    expect([await hoursNotCompared('events'), await hoursNotCompared('campaigns')]).toEqual([1, 1]);
    expect(await hoursNotCompared('cards')).toBe(0);
    events.waiting = 0;
    await round();
    expect(await hoursNotCompared('events')).toBe(0);
  }, 120_000);

  it('compares the other hours when the answer about one is malformed', async () => {
    await events.add(newIds(1));
    events.malformed.add(hour.from);
    hour = { from: hour.from + 3_600_000, until: hour.until + 3_600_000 };
    const others = newIds(2);
    await events.add(others);
    await round();
    expect(await metric('unhandled')).toBe(2);
    expect(await hoursNotCompared('events')).toBe(1);
    const told = logs.errors.filter(([, text]) => String(text).includes('could not be compared'));
    expect(told).toHaveLength(1);
  }, 120_000);

  it('counts the hours in which a service fails, and compares the others', async () => {
    await service.query('ALTER TABLE erased_fact RENAME TO away');
    try {
      await round();
      expect(await hoursNotCompared('campaigns')).toBeGreaterThanOrEqual(21);
      expect(await hoursNotCompared('events')).toBe(0);
      expect(logs.errors.map(([, text]) => text)).toContain('campaigns could not be compared');
    } finally {
      await service.query('ALTER TABLE away RENAME TO erased_fact');
    }
    await round();
    expect(await hoursNotCompared('campaigns')).toBe(0);
  }, 120_000);

  it('repeats what was not handled, and asks once where all later facts are repeated', async () => {
    const ids = newIds(2);
    await events.add(ids);
    const runs = service.app.get(ReconciliationRuns);
    const { id } = await runs.begin({ repair: true });
    const differences = [{ fact: subject, kind: 'unhandled', ids: ids.sort(), count: 2 }];
    await eventually(async () => {
      expect(await runs.get(id)).toMatchObject({ state: 'finished', progress: 1, missing: 2, differences });
    }, 30_000);
    expect(events.repeated.sort()).toEqual(ids);
  });

  it('repeats from the oldest lost hour on, although a newer one was sure before', async () => {
    const newer = newIds(1);
    hour = { from: hour.from - 3_600_000, until: hour.from };
    const older = newIds(1);
    await events.add([...newer, ...older]);
    // One answer gives the sums, the other one makes the command look again.
    events.answersWaiting.set(hour.from, 2);
    await service.app.get(ReconcileAll).run('repair');
    expect(events.repeated).toEqual(older);
  });

  it('compares grants with slips and ledger, but not those of erased users', async () => {
    const { id: stack_id } = await service.newStack();
    const campaign = await service.run({
      trigger: { event_name: 'granted' },
      effects: [{ type: 'transaction', stack_id, value: 5 }],
    });
    await service.ran(campaign, 1, new Date(hour.from - 1_000).toISOString(), null);
    const facts = Array.from({ length: 3 }, () => service.fact(newUser(), 'granted', {}, moment()));
    await events.add(facts.map(({ id }) => id));
    await service.submit(facts);
    expect((await compare()).differences).toEqual([]);
    const [lost, surplus, erased] = facts.map(({ id }) => id);
    await service.query('DELETE FROM ledger WHERE event_id = ANY ($1)', [[lost, erased]]);
    await service.query(`UPDATE campaign_grant SET user_id = '' WHERE event_id = $1`, [erased]);
    await service.query('DELETE FROM campaign_grant WHERE event_id = $1', [surplus]);
    const ids = [lost, surplus].sort().map((id) => `${campaign.id} ${id ?? ''}`);
    const grants = { subject: 'grants', publisher: 'campaigns', reader: 'campaigns' };
    expect((await compare()).differences).toEqual([{ ...grants, kind: 'ungranted', hour, ids, count: 2 }]);
  });

  it('takes hours that have been over for ten minutes and are remembered everywhere', () => {
    const now = Date.parse('2026-11-23T12:09:59Z');
    const names = closedHours(now).map(nameOf);
    expect([names.at(0), names.at(-1), names.length]).toEqual(['2026-11-22T14:00Z', '2026-11-23T10:00Z', 21]);
    expect(
      closedHours(now + 1_000)
        .map(nameOf)
        .at(-1),
    ).toBe('2026-11-23T11:00Z');
  });

  it('is a command that prints each row, and ends with 1 when one is left', async () => {
    const [id = ''] = newIds(1);
    await events.add([id]);
    const lines: unknown[] = [];
    const { log } = console;
    const { exitCode } = process;
    try {
      console.log = (line) => lines.push(line);
      await reconcile('compare')(service.app);
      expect(lines).toEqual([
        `${nameOf(hour)} ${subject} ${id}: events published it, campaigns has not handled it; --repair repeats it`,
        expect.stringMatching(/^2[12] hours compared, 0 facts repeated and handled, 1 differences left$/),
      ]);
      expect(process.exitCode).toBe(1);
    } finally {
      Object.assign(console, { log });
      Object.assign(process, { exitCode });
    }
  });

  it('names services that do not answer, and compares the others', async () => {
    const ids = newIds(1);
    await events.add(ids);
    events.end('cards');
    const report = await compare();
    expect(report.silent).toEqual(['cards']);
    expect(report.differences).toEqual([difference('unhandled', ids)]);
    await round();
    expect(await hoursNotCompared('cards')).toBeGreaterThanOrEqual(21);
  });
});
