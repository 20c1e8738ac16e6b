import { migrate } from '@ces/service/database/database';
import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { PrivateNatsCluster, type ClusterNode } from '@ces/testing/servers/private-nats-cluster';
import { AckPolicy } from '@nats-io/jetstream';
import { DataSource } from 'typeorm';
import { Nats } from '../nats.js';
import { Transactions } from '../storage/transactions.js';
import { RelayStateStore } from './publish/relay-state.store.js';
import { scrubStream } from './scrub-stream.js';

const stream = 'scrubbed-tally';
const subject = 'scrubbed.fact.tally.added';

describeIfSet('CLUSTERS')('the erasure of a user from a stream in a NATS cluster', () => {
  let cluster: PrivateNatsCluster;
  let nats: Nats;
  let database: PrivateDatabase;
  let sql: DataSource;

  beforeAll(async () => {
    cluster = await PrivateNatsCluster.start();
    database = await privateDatabase('scrub', async (url) => {
      await migrate(url, { entities: [], migrations: [] });
    });
    sql = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  }, 120_000);

  afterAll(async () => {
    await nats.onApplicationShutdown();
    await sql.destroy();
    await database.drop();
    await cluster.stop();
  });

  const scrub = () => {
    const relay = new RelayStateStore(new Transactions(sql));
    return eventually(() => scrubStream(nats, relay, 'tally', 'scrubbed.fact.tally.>', 'eve', ''), 60_000);
  };
  const state = () => cluster.manage(async (manager) => (await manager.streams.info(stream)).state);
  /** Makes a consumer that lives on one node only, other than the leader of the stream. Returns this node. */
  const readElsewhere = (leader: ClusterNode): Promise<ClusterNode> =>
    cluster.manage(async (manager) => {
      const reader = {
        durable_name: 'reader',
        filter_subject: subject,
        ack_policy: AckPolicy.Explicit,
        num_replicas: 1,
      };
      const { cluster: place } = await manager.consumers.add(stream, reader);
      const node = cluster.nodes.find(({ name }) => name === place?.leader);
      if (node && node !== leader) return node;
      await manager.consumers.delete(stream, 'reader');
      throw new Error('the consumer is at the wrong node');
    });

  it('deletes nothing while a consumer that has yet to read it does not answer', async () => {
    nats = new Nats({ url: cluster.url, namespace: 'scrubbed', service: 'spec', replicas: 3 });
    await eventually(
      () =>
        tellFacts(nats, { stream: 'tally', subject: 'tally.added' } as never, [{ user_id: 'ann' }, { user_id: 'eve' }]),
      60_000,
    );
    const leader = await cluster.leaderOf(stream);
    const node = await readElsewhere(leader);
    await nats.onApplicationShutdown();
    nats = new Nats({ url: leader.url, namespace: 'scrubbed', service: 'spec', replicas: 3 });
    await nats.connection();
    process.kill(node.pid(), 'SIGSTOP');
    try {
      expect(await scrub()).toBe('needed');
      expect(await state()).toMatchObject({ messages: 1 });
    } finally {
      process.kill(node.pid(), 'SIGCONT');
    }
  }, 240_000);

  it('deletes it when the consumer has read it, and leaves no consumer of its own', async () => {
    const js = await nats.jetstream();
    await eventually(async () => {
      const message = await (await js.consumers.get(stream, 'reader')).next({ expires: 2_000 });
      await message?.ackAck();
      expect(await scrub()).toBe('clean');
    }, 90_000);
    expect(await state()).toMatchObject({ messages: 0 });
    // An attempt that broke off while the node was frozen leaves a consumer, which NATS deletes after 30 s.
    await eventually(async () => {
      expect(await state()).toMatchObject({ consumer_count: 1 });
    }, 60_000);
  }, 240_000);
});
