import { Link } from '@ces/local-stack/link';
import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { PrivateNatsCluster } from '@ces/testing/servers/private-nats-cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { Nats } from './nats.js';

describeIfSet('CLUSTERS')('connections to a cluster of which one node is parted from the others', () => {
  const links = new Map<string, Link>();
  let cluster: PrivateNatsCluster;
  const clients: Nats[] = [];

  beforeAll(async () => {
    cluster = await PrivateNatsCluster.start(async (from, to, port) => {
      const link = await Link.to(port);
      links.set(`${from}-${to}`, link);
      return link.port;
    });
  }, 120_000);

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.onApplicationShutdown()));
    await cluster.stop();
    for (const link of links.values()) link.close();
  });

  const serverOf = (client: Nats | undefined): string => client?.current?.info?.server_name ?? '';

  /** Makes clients until each node has one: a client begins at any node. */
  async function connectAll(): Promise<void> {
    while (new Set(clients.map(serverOf)).size < cluster.nodes.length) {
      const client = new Nats({ url: cluster.url, namespace: 'spec', replicas: 1, service: 'spec' });
      clients.push(client);
      await client.connection();
    }
  }

  it('go to the majority within seconds, and no other client moves', async () => {
    await connectAll();
    const before = clients.map(serverOf);
    const moved = new Set<Nats>();
    for (const client of clients) client.onReconnect(() => moved.add(client));
    for (const [name, link] of links) if (name.split('-').includes('0')) link.cut();
    await eventually(() => {
      expect(clients.map((client) => moved.has(client))).toEqual(before.map((name) => name === 'node-0'));
    }, 8_000);
    expect(clients.map(serverOf)).not.toContain('node-0');
  });

  it('come back to the only node that is left', async () => {
    for (const link of links.values()) link.heal();
    const [last, ...others] = cluster.nodes;
    for (const node of others) await node.kill();
    await eventually(() => {
      expect(clients.map((client) => client.connected && serverOf(client))).toEqual(clients.map(() => last?.name));
    }, 20_000);
    await sleep(3_000);
    expect(clients.map((client) => client.connected && serverOf(client))).toEqual(clients.map(() => last?.name));
  });
});
