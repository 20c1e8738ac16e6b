import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { PrivateNatsCluster, type ClusterNode } from '@ces/testing/servers/private-nats-cluster';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TallyService, wordsOf, writeWord } from '@ces/testing/services/tally-service';

const namespace = 'guarded';
const stream = `${namespace}-tally`;

/** Each word makes the stream longer by one. A fact that is published again makes it longer than the words. */
describeIfSet('CLUSTERS')('the stream of a service in a NATS cluster', () => {
  let cluster: PrivateNatsCluster;
  let tally: TallyService;
  let app: NestFastifyApplication;
  const words: string[] = [];

  beforeAll(async () => {
    cluster = await PrivateNatsCluster.start();
    tally = await TallyService.prepare();
    app = await start('1');
    for (let number = 0; number < 10; number += 1) await say(`word ${number}`);
  }, 120_000);

  afterAll(async () => {
    await tally.stop();
    await cluster.stop();
  });

  const start = (replicas: string) =>
    tally.replica({ NATS_URL: cluster.url, NATS_NAMESPACE: namespace, NATS_REPLICAS: replicas });
  /** Adds a word and waits until it is handled: then the relay has looked at the stream and published the word. */
  const say = async (word: string) => {
    words.push(word);
    await writeWord(app, word);
    await eventually(async () => {
      expect((await wordsOf(app)).at(-1)).toBe(word);
    }, 90_000);
  };
  const restart = async (replicas: string) => {
    await tally.stopReplica(app);
    app = await start(replicas);
  };
  const lengthOf = async () => (await cluster.whenCurrent(stream, 3)).state.last_seq;
  const moveTo = async (node: ClusterNode) => {
    await cluster.lead(stream, node);
    await restart('3');
  };

  it('is not published again when its replicas grow from one to three and each of them leads it', async () => {
    await restart('3');
    await say('grown');
    await cluster.whenCurrent(stream, 3);
    for (const node of cluster.nodes) {
      await moveTo(node);
      await say(`led by ${node.name}`);
    }
    expect(await lengthOf()).toBe(words.length);
  }, 300_000);

  it('keeps its three replicas when a replica of the service starts without NATS_REPLICAS', async () => {
    await restart('1');
    await say('from a replica that wants one copy');
    expect((await cluster.whenCurrent(stream, 3)).config.num_replicas).toBe(3);
  }, 300_000);

  it('is not published again when its nodes are killed, and each of them leads it afterwards', async () => {
    for (const node of cluster.nodes) {
      await node.kill();
      await say(`without ${node.name}`);
      await node.start();
      await cluster.whenCurrent(stream, 3);
    }
    for (const node of cluster.nodes) {
      await moveTo(node);
      await say(`led by the restarted ${node.name}`);
    }
    expect(await lengthOf()).toBe(words.length);
  }, 600_000);

  it('is not published again when a node is replaced and leads it', async () => {
    const leader = await cluster.leaderOf(stream);
    await cluster.replace(leader);
    await say('after a replacement');
    await cluster.whenCurrent(stream, 3);
    await moveTo(leader);
    await say('led by the replacement');
    expect(await lengthOf()).toBe(words.length);
  }, 300_000);

  it('is published again when it was emptied, and nothing is handled twice', async () => {
    const before = await lengthOf();
    await cluster.manage((manager) => manager.streams.purge(stream));
    await eventually(async () => {
      expect(await lengthOf()).toBeGreaterThan(before);
    }, 90_000);
    await say('after the purge');
    expect((await wordsOf(app)).sort()).toEqual(words.toSorted());
  }, 300_000);

  it('is published again when it was made anew, and nothing is handled twice', async () => {
    await cluster.manage((manager) => manager.streams.delete(stream));
    await say('after the deletion');
    expect(await lengthOf()).toBeGreaterThan(0);
    expect((await wordsOf(app)).sort()).toEqual(words.toSorted());
  }, 300_000);
});
