import { Transactions } from '@ces/messaging/storage/transactions';
import { catchLogs, type CaughtLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import { Injectable, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from 'prom-client';
import { DatabaseConfig } from '../config/config.js';
import { migrate } from '../database/database.js';
import { createService, type Service } from '../start.js';
import { Chores } from './chores.js';
import { Every } from './every.js';

class NotesConfig extends DatabaseConfig {
  SWEEP_SECONDS = 0.05;
}

@Injectable()
class Notes {
  readonly runs = { sweep: 0, hourly: 0, fail: 0, pages: 0 };
  longRun: 'none' | 'running' | 'ended' = 'none';

  @Every({ name: 'sweep-notes', does: 'Runs as often as a setting says.', seconds: 'SWEEP_SECONDS' })
  sweep(): Promise<void> {
    this.runs.sweep += 1;
    return Promise.resolve();
  }

  @Every({ name: 'count-notes', does: 'Runs after an hour.', seconds: 3_600 })
  hourly(): Promise<void> {
    this.runs.hourly += 1;
    return Promise.resolve();
  }

  @Every({ name: 'fail-notes', does: 'Fails.', seconds: 0.1, atStart: true })
  fail(): Promise<void> {
    this.runs.fail += 1;
    return Promise.reject(new Error(`run ${this.runs.fail}`));
  }

  @Every({ name: 'page-notes', does: 'Needs three runs.', seconds: 3_600, atStart: true })
  page(): Promise<'more' | 'done'> {
    this.runs.pages += 1;
    return Promise.resolve(this.runs.pages % 3 === 0 ? 'done' : 'more');
  }

  @Every({ name: 'wait-for-notes', does: 'Runs until it is stopped.', seconds: 3_600, atStart: true })
  async wait(stop: AbortSignal): Promise<void> {
    this.longRun = 'running';
    await once(stop, 'abort');
    await sleep(100);
    this.longRun = 'ended';
  }
}

const alias = { provide: 'the same notes', useExisting: Notes };

describe('chores', () => {
  let database: PrivateDatabase;
  let env: Record<string, string>;
  let logs: CaughtLogs;
  let first: NestFastifyApplication;
  let second: NestFastifyApplication;

  const serviceWith = (provider: Type): Service<NotesConfig> => ({
    name: 'notes',
    config: NotesConfig,
    schema: { entities: [], migrations: [] },
    modules: [{ module: class NotesModule {}, providers: [provider, ...(provider === Notes ? [alias] : [])] }],
  });

  const create = (provider: Type): Promise<NestFastifyApplication> =>
    createService(serviceWith(provider), testConfig(NotesConfig, env));

  beforeAll(async () => {
    database = await privateDatabase('chores', async (url) => {
      await migrate(url, { entities: [], migrations: [] });
    });
    env = { DATABASE_URL: database.url, NATS_NAMESPACE: `t${process.pid}-chores` };
    first = await (await create(Notes)).init();
    await eventually(() => {
      expect(first.get(Notes).runs.sweep).toBeGreaterThan(0);
    });
    second = await (await create(Notes)).init();
    logs = catchLogs();
  });

  afterAll(async () => {
    await second.close();
    await database.drop();
  });

  const expectNoStart = async (provider: Type, message: string): Promise<void> => {
    const app = await create(provider);
    await expect(app.init()).rejects.toThrow(message);
    await app.close();
  };

  it('run on one of two replicas, as often as a number or a setting says', async () => {
    const before = first.get(Notes).runs.sweep;
    await sleep(2_000);
    expect(first.get(Notes).runs.sweep - before).toBeGreaterThan(5);
    expect(first.get(Notes).runs.hourly).toBe(0);
    expect(second.get(Notes).runs).toEqual({ sweep: 0, hourly: 0, fail: 0, pages: 0 });
  });

  it('run soon after a wake, of either replica and once for many, and not before a transaction has committed', async () => {
    const ran = (times: number) =>
      eventually(() => {
        expect(first.get(Notes).runs.hourly).toBe(times);
      }, 3_000);
    await first.get(Transactions).run(async () => {
      first.get(Chores).wake('count-notes');
      await sleep(600);
      expect(first.get(Notes).runs.hourly).toBe(0);
    });
    await ran(1);
    for (let times = 0; times < 100; times += 1) second.get(Chores).wake('count-notes');
    await ran(2);
    expect(second.get(Notes).runs.hourly).toBe(0);
    expect(() => {
      first.get(Chores).wake('unknown');
    }).toThrow('there is no chore unknown');
  });

  it('run at the start if they ask for it, and again at once while there is more', () => {
    expect(first.get(Notes).runs.pages).toBe(3);
  });

  it('run again after a failure, which is logged and counted', async () => {
    const before = first.get(Notes).runs.fail;
    await eventually(() => {
      expect(first.get(Notes).runs.fail).toBeGreaterThan(before + 1);
    });
    expect(logs.warnings).toContainEqual([
      { err: new Error(`run ${before + 1}`) },
      'chore fail-notes failed; it runs again later',
      'Chores',
    ]);
    expect(await valueOf('chore_runs_total', { chore: 'fail-notes', result: 'failed' })).toBeGreaterThan(1);
    expect(await valueOf('chore_runs_total', { chore: 'fail-notes', result: 'done' })).toBeUndefined();
  });

  it('count what they have done, and when', async () => {
    expect(await valueOf('chore_runs_total', { chore: 'page-notes', result: 'done' })).toBe(3);
    const doneAt = await valueOf('chore_last_done_timestamp_seconds', { chore: 'sweep-notes' });
    expect(Date.now() / 1_000 - (doneAt ?? 0)).toBeLessThan(10);
    expect(await valueOf('chores_elected', {})).toBe(1);
  });

  it('run on another replica when the elected one stops, which waits for the run at hand', async () => {
    const { longRun } = first.get(Notes);
    await first.close();
    expect([longRun, first.get(Notes).longRun]).toEqual(['running', 'ended']);
    await eventually(() => {
      expect(second.get(Notes).runs.sweep).toBeGreaterThan(0);
      expect(second.get(Notes).runs.pages).toBe(3);
    }, 2_000);
  });

  it('run at once for a spec', async () => {
    await second.get(Chores).runNow('count-notes');
    await second.get(Chores).runNow('page-notes');
    expect(second.get(Notes).runs).toMatchObject({ hourly: 1, pages: 6 });
    await expect(second.get(Chores).runNow('unknown')).rejects.toThrow('there is no chore unknown');
  });

  it('need no wake before the service has found them, although it answers calls by then', async () => {
    const app = await create(Notes);
    expect(() => {
      app.get(Chores).wake('count-notes');
    }).not.toThrow();
    await app.close();
  });

  it('keep a service from starting when two have one name', async () => {
    class Twice extends Notes {
      @Every({ name: 'sweep-notes', does: 'Has the name of another.', seconds: 1 })
      another(): Promise<void> {
        return Promise.resolve();
      }
    }
    await expectNoStart(Twice, 'two methods are the chore sweep-notes');
  });

  it('keep a service from starting when their setting holds no number', async () => {
    class Wrong {
      @Every({ name: 'sweep-notes', does: 'Has no setting.', seconds: 'NATS_URL' })
      sweep(): Promise<void> {
        return Promise.resolve();
      }
    }
    await expectNoStart(Wrong, 'chore sweep-notes: the setting NATS_URL holds no number');
  });
});

async function valueOf(metric: string, labels: Record<string, string>): Promise<number | undefined> {
  const { values } = (await register.getSingleMetric(metric)?.get()) ?? { values: [] };
  return values.find((each) => Object.entries(labels).every(([name, value]) => each.labels[name] === value))?.value;
}
