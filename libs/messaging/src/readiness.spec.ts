import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { PrivateNatsCluster } from '@ces/testing/servers/private-nats-cluster';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { register } from 'prom-client';
import { addWord, TallyService, wordsOf } from '@ces/testing/services/tally-service';

describeIfSet('CLUSTERS')('a service whose NATS cluster has lost two of three nodes', () => {
  let cluster: PrivateNatsCluster;
  let tally: TallyService;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    cluster = await PrivateNatsCluster.start();
    tally = await TallyService.prepare();
    const NATS_URL = cluster.nodes[0]?.url ?? '';
    app = await tally.replica({ NATS_URL, NATS_REPLICAS: '3' });
    await eventually(async () => {
      await addWord(app, 'before');
      expect(await wordsOf(app)).toContain('before');
    }, 90_000);
    for (const node of cluster.nodes.slice(1)) await node.kill();
  }, 120_000);

  afterAll(async () => {
    await tally.stop();
    await cluster.stop();
  });

  const reading = async (): Promise<number | undefined> => {
    const { values } = (await register.getSingleMetric('ces_consumer_reading')?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['consumer'] === 'tally-tally-added')?.value;
  };

  it('is ready and answers calls, while its consumer without a leader shows in a metric', async () => {
    await eventually(async () => {
      expect(await reading()).toBe(0);
    }, 60_000);
    // The service first looks for a node that sees more of the cluster, and then returns to the one that is left.
    await eventually(async () => {
      const answer = await app.inject({ url: '/readyz' });
      expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ status: 'ready' })]);
    }, 20_000);
    await addWord(app, 'meanwhile');
  });

  it('handles what was added meanwhile when the nodes are back', async () => {
    for (const node of cluster.nodes.slice(1)) await node.start();
    await eventually(async () => {
      expect(await wordsOf(app)).toContain('meanwhile');
      expect(await reading()).toBe(1);
    }, 120_000);
  }, 150_000);
});
