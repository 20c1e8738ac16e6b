import { migrate } from '@ces/service/database/database';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { randomUUID } from 'node:crypto';
import { startRelay, type RelayReplica } from '../../../test/relay-holder.js';
import { readMessage } from './fact-message.js';
import { HandedFacts } from './handed-facts.js';
import { eachId } from './several-facts.js';

describe('facts that are handed over', () => {
  it('are taken behind their predecessors, and not once more if they were read before or after', () => {
    const rest = { subject: 's', payload: '{}', requestId: null, traceparent: null };
    const fact = (position: string) => ({ ...rest, position, messageId: position });
    const handed = new HandedFacts();
    const take = (...taken: string[]) => {
      const { facts, more } = handed.take(new Set(taken));
      return [facts.map(({ position }) => position), more];
    };
    handed.add({ facts: [fact('4')], behind: ['3'], since: 0 });
    handed.add({ facts: [fact('2'), fact('3')], behind: ['1'], since: 0 });
    handed.add({ facts: [fact('6')], behind: ['5'], since: 0 });
    handed.leaveOut([fact('2')]);
    expect(take('1', '2')).toEqual([['3', '4'], true]);
    expect(take('4')).toEqual([[], true]);
    handed.leaveOut([fact('5'), fact('6')]);
    handed.add({ facts: [fact('5'), fact('6')], behind: [], since: 0 });
    expect(take('6')).toEqual([[], false]);
    const many = { facts: Array.from({ length: 2_010 }, (_, n) => fact(String(n))), behind: [], since: 0 };
    expect([handed.add(many), take()]).toEqual([false, [[], false]]);
  });
  let nats: PrivateServer;
  let database: PrivateDatabase;
  let replica: RelayReplica;
  let reads = 0;

  beforeAll(async () => {
    nats = await privateNats();
    database = await privateDatabase('handed', async (url) => {
      await migrate(url, { entities: [], migrations: [] });
    });
    replica = await startRelay(database.url, nats.url);
    const { outbox } = replica;
    const waiting = outbox.waiting.bind(outbox);
    outbox.waiting = (...args) => {
      reads += 1;
      return waiting(...args);
    };
  });

  afterAll(async () => {
    await replica.stop();
    await database.drop();
    await nats.stop();
  });

  const tellTwo = (): Promise<void> => {
    const fact = { subject: 'spec.told.0', payload: {}, call: undefined };
    const { transactions, outbox, relay } = replica;
    return transactions.run(() =>
      outbox.add([fact, fact], (handed) => {
        if (handed) relay.handOver(handed);
      }),
    );
  };

  /** Another process has written it, and its wake was lost. */
  const addUnseen = async (): Promise<string> => {
    const id = randomUUID();
    const text = `INSERT INTO outbox (message_id, subject, payload) VALUES ($1, 'spec.told.0', '{}')`;
    await replica.transactions.current.query(text, [id]);
    return id;
  };

  const stream = async (count: number): Promise<string[]> =>
    eventually(async () => {
      const { streams } = await replica.nats.manager();
      const { state } = await streams.info('spec-spec');
      const ids: string[] = [];
      for (let seq = 1; seq <= state.last_seq; seq += 1) {
        const message = await streams.getMessage('spec-spec', { seq });
        ids.push(...readMessage(message?.string() ?? '[]').map(({ id }) => id));
      }
      expect(ids).toHaveLength(count);
      return ids;
    }, 10_000);

  it('are published without a read, and behind what others have written', async () => {
    let count = 0;
    // It reads every three seconds, too.
    await eventually(async () => {
      await tellTwo();
      await stream((count += 2));
      reads = 0;
      await tellTwo();
      await stream((count += 2));
      expect(reads).toBe(0);
    }, 20_000);
    const unseen = await addUnseen();
    await tellTwo();
    const ids = await stream(count + 3);
    expect(ids[count]).toBe(unseen);
    const inOutbox = () =>
      replica.transactions.current.query<{ id: string; published: boolean }[]>(
        `SELECT fact_id AS id, published_at IS NOT NULL AS published FROM outbox ${eachId} ORDER BY outbox.id, fact_id`,
      );
    await eventually(async () => {
      expect(await inOutbox()).toEqual(ids.map((id) => ({ id, published: true })));
    }, 5_000);
  }, 60_000);

  it('come behind one that was committed while their writer waited for its row, even if nobody tells of it', async () => {
    await replica.transactions.current.query('CREATE TABLE shared AS SELECT 1 AS n');
    const change = 'UPDATE shared SET n = n + 1';
    const begun = Promise.withResolvers<undefined>();
    const change1 = replica.transactions.run(async () => {
      await replica.transactions.open.query(change);
      begun.resolve(undefined);
      await eventually(async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        expect(await replica.transactions.open.query(waiting)).toHaveLength(1);
      });
      return addUnseen();
    });
    await begun.promise;
    const { relay, outbox, transactions } = replica;
    const told = transactions.run(async () => {
      await transactions.late(change, []);
      await outbox.add([{ subject: 'spec.told.0', payload: {}, call: undefined }], (handed) => {
        if (handed) relay.handOver(handed);
      });
    });
    const first = await change1;
    await told;
    const all = await transactions.current.query<{ id: string }[]>(
      `SELECT fact_id AS id FROM outbox ${eachId} ORDER BY outbox.id, fact_id`,
    );
    expect(await stream(all.length)).toEqual(all.map(({ id }) => id));
    expect(all.at(-2)?.id).toBe(first);
  });
});
