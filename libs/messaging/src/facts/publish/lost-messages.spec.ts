import { catchLogs } from '@ces/testing/catch-logs';
import { migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Nats } from '../../nats.js';
import { newId } from '../../storage/ids.js';
import { Transactions } from '../../storage/transactions.js';
import { scrubStream } from '../scrub-stream.js';
import { ensureConsumer } from '../streams.js';
import { RelayStateStore, type KnownStream } from './relay-state.store.js';
import { StreamGuard } from './stream-guard.js';

describe('a StreamGuard', () => {
  let server: PrivateServer;
  let database: PrivateDatabase;
  let sql: DataSource;
  let nats: Nats;
  let state: RelayStateStore;
  let rewinds = 0;

  beforeEach(async () => {
    server = await privateNats();
    database = await privateDatabase('guard', async (url) => {
      await migrate(url, { entities: [], migrations: [] });
    });
    sql = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    nats = new Nats({ url: server.url, namespace: 'spec', replicas: 1, service: 'spec' });
    state = new RelayStateStore(new Transactions(sql));
    rewinds = 0;
  });

  afterEach(async () => {
    await nats.onApplicationShutdown();
    await sql.destroy();
    await database.drop();
    await server.stop();
  });

  const guard = () =>
    new StreamGuard(nats, {
      stream: 'spec',
      waiting: () => Promise.resolve({ facts: [], more: false }),
      oldestWaiting: () => Promise.resolve(undefined),
      countWaiting: () => Promise.resolve(0),
      published: () => ({ text: 'SELECT', values: [] }),
      rewind: () => {
        rewinds += 1;
        return Promise.resolve();
      },
    });

  const publish = async (userId = '') => {
    const facts = [{ id: newId(), payload: JSON.stringify({ user_id: userId }) }];
    const { seq } = await (await nats.jetstream()).publish('spec.fact.spec.told', JSON.stringify(facts));
    await state.writeInTurn('spec', [guard().remembered(state, seq)]);
  };

  it('does not take messages for lost that another relay publishes while it looks', async () => {
    class Overtaken extends RelayStateStore {
      override async findStream(stream: string): Promise<KnownStream | undefined> {
        await publish();
        return super.findStream(stream);
      }
    }
    await guard().verify(state);
    await publish();
    await guard().verify(new Overtaken(new Transactions(sql)));
    expect(rewinds).toBe(0);
  });

  it('looks again after ten seconds, also when the clock was set back', async () => {
    const one = guard();
    await one.verify(state);
    expect(await one.verify(state)).toBeUndefined();
    const clock = Date.now;
    Date.now = () => clock() - 3_600_000;
    await sleep(10_500);
    const look = await one.verify(state).finally(() => (Date.now = clock));
    expect(look).toEqual({ lastSequence: 0, hasLost: false });
  });

  it('logs once what NATS refuses again and again', async () => {
    const logs = catchLogs();
    const manager = await nats.manager();
    await manager.streams.add({ name: 'spec-spec', subjects: ['spec.fact.spec.>'], num_replicas: 1 });
    Object.assign(nats.settings, { streamMebibytes: 16_777_216 });
    const one = guard();
    for (let look = 0; look < 3; look += 1) {
      one.doubt();
      await one.verify(state);
    }
    Logger.overrideLogger(false);
    expect(logs.errors.map(([line]) => line)).toEqual([expect.stringContaining('max_bytes')]);
  });

  it('deletes what all have handled when the stream gets full, and does not take it for lost', async () => {
    Object.assign(nats.settings, { streamMebibytes: 1 });
    await guard().verify(state);
    const manager = await nats.manager();
    await ensureConsumer(manager, 'spec-spec', 'reader', 'spec.fact.spec.told');
    for (let count = 0; count < 3; count += 1) await publish('x'.repeat(250_000));
    const consumer = await (await nats.jetstream()).consumers.get('spec-spec', 'reader');
    for (const left of [3, 0]) {
      await guard().verify(state);
      expect((await manager.streams.info('spec-spec')).state.messages).toBe(left);
      for (let count = 0; count < left; count += 1) await (await consumer.next())?.ackAck();
    }
    await guard().verify(state);
    expect(rewinds).toBe(0);
  });

  describe('of a stream that was emptied after its last look', () => {
    const purge = async () => (await nats.manager()).streams.purge('spec-spec');

    beforeEach(async () => {
      await guard().verify(state);
      await publish();
    });

    it('lets all facts wait again, once, also in another replica', async () => {
      await purge();
      await guard().verify(state);
      await guard().verify(state);
      expect(rewinds).toBe(1);
    });

    it('leaves the facts alone when their time was over', async () => {
      await sql.query(`UPDATE relay_state SET published_at = now() - interval '1 day'`);
      await purge();
      await guard().verify(state);
      expect(rewinds).toBe(0);
    });

    it('leaves the facts alone after an erasure, and notices the next loss', async () => {
      await sql.query('UPDATE relay_state SET gone_sequence = last_sequence');
      await purge();
      await publish('user');
      expect(await scrubStream(nats, state, 'spec', 'spec.fact.spec.>', 'user', '')).toBe('clean');
      await guard().verify(state);
      expect(rewinds).toBe(0);
      await publish();
      await purge();
      await guard().verify(state);
      expect(rewinds).toBe(1);
    });
  });
});
